import { marked } from 'marked';
import { expect, it } from 'vitest';
import { closeCodeFence } from './close-code-fence.ts';

it.each([
  ['```ts\nlet a', '```'],
  ['```', '```'],
  ['````md\n```\na\n```', '````'],
  ['~~~~ a `b`\n~~~\n```', '~~~~'],
  ['```\na\n``` b\n    ```\n``', '```'],
  ['```\na\n```\n\n```\nb', '```'],
  ['```\r\na\r\n```\r\n~~~', '~~~'],
  ['```\na\n> ```', '```'],
  ['- a\n- b\n\n```\nc', '```'],
  ['- ```\n  a\n  ```\n\n```\nb', '```'],
  ['1. a\n  ```\n  b', '  ```'],
])('the open fence at the end of %j is closed with %s', (text, fence) => {
  const closed = closeCodeFence(text);
  expect(closed).toBe(`${text}\n${fence}`);
  expectHeadingBelow(closed);
});

it.each([
  'a',
  '',
  '```\na\n```',
  '```\na\n   `````  \nb',
  '~~~ `\na\n~~~',
  '``` a `b` ```\nc',
  '  ```\n  a\n  ```',
  ' ```\na\n```',
  '    ```\n    a',
  '> ```\n> a',
  '- ```\n  a\n  ```',
  '- ```\n  a',
  '1. a\n\n   ```\n   b\n\n2. c\n   ```\n   d\n   ```',
  '1. a\n  ```\n  b\n  ```',
  '- a\n  - b\n    ```\n    c\n    ```\n  - d\n    ```\n    e',
])('%j has no open fence that would swallow what is below, and stays as it is', (text) => {
  expect(closeCodeFence(text)).toBe(text);
  expectHeadingBelow(text);
});

/** Checks that a heading below the text is a heading. */
function expectHeadingBelow(text: string): void {
  const last = marked.lexer(`${text}\n\n## Below\n`).at(-1);
  expect(last).toMatchObject({ type: 'heading', text: 'Below' });
}
