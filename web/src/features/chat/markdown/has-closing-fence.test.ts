import { marked } from 'marked';
import { expect, it } from 'vitest';
import { hasClosingFence } from './has-closing-fence.ts';

it.each([
  ['```mermaid\ngraph TD\n```', true],
  ['```mermaid\ngraph TD\n```\n', true],
  ['````mermaid\ngraph TD\n```\n````', true],
  ['~~~mermaid\ngraph TD\n~~~~', true],
  ['  ```mermaid\n  graph TD\n  ```', true],
  ['- ```mermaid\n  graph TD\n  ```', true],
  ['```mermaid', false],
  ['```mermaid\n', false],
  ['```mermaid\ngraph TD', false],
  ['```mermaid\ngraph TD\n``', false],
  ['````mermaid\ngraph TD\n```', false],
  ['~~~mermaid\ngraph TD\n```', false],
  ['```mermaid\ngraph TD\n```x', false],
  ['- ```mermaid\n  graph TD', false],
  ['    indented code', false],
])('the code block %j has its closing fence: %s', (source, expected) => {
  let found: boolean | undefined;
  marked.walkTokens(marked.lexer(source), (token) => {
    if (token.type === 'code') found = hasClosingFence(token.raw);
  });
  expect(found).toBe(expected);
});
