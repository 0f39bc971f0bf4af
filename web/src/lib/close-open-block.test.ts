import { marked } from 'marked';
import { expect, it } from 'vitest';
import { closeOpenBlock } from './close-open-block.ts';

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
  ['<!-- a\n\n```', '-->'],
  ['a\n   <SCRIPT src="b">\n\nc</pre>', '</script>'],
  ['<pre\n\n-->', '</pre>'],
  ['<style>a</style>\n<style>', '</style>'],
  ['<textarea>', '</textarea>'],
  ['<?php\necho 1;\n\na', '?>'],
  ['<!DOCTYPE\n\na', '>'],
  ['<![CDATA[\n>\n\na]>', ']]>'],
  ['- a\n\n<!-- b', '-->'],
])('the open block at the end of %j is closed with %s', (text, closing) => {
  const closed = closeOpenBlock(text);
  expect(closed).toBe(`${text}\n${closing}`);
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
  '<!-- a\n\nb --> c',
  '<script>\n```\n</SCRIPT>',
  '<!DOCTYPE html>',
  '<!-->',
  '<div>\na',
  '<preface>',
  'a <!-- b',
  '    <!-- a',
  '- <!-- a',
  '```\n<!--\n```',
])('%j has no open block that would swallow what is below, and stays as it is', (text) => {
  expect(closeOpenBlock(text)).toBe(text);
  expectHeadingBelow(text);
});

/** Checks that a heading below the text is a heading. */
function expectHeadingBelow(text: string): void {
  const last = marked.lexer(`${text}\n\n## Below\n`).at(-1);
  expect(last).toMatchObject({ type: 'heading', text: 'Below' });
}
