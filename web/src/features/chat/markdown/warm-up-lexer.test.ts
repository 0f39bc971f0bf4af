import { serialize } from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BoundedLexer } from './bounded-lexer.ts';
import { warmUpLexer } from './warm-up-lexer.ts';

/**
 * V8's own bytes for each character of a string. They decide which code of a regular expression runs, and can be two for
 * a text in Latin-1 that was made from another text.
 */
const bytesPerCharacter = (text = '') => Math.floor(serialize(text).length / text.length);

it.each([
  ['beyond Latin-1', 0, 2],
  ['in Latin-1', -1, 1],
])('a sample %s has each kind of block and mark', async (_, call, bytes) => {
  const lexed = vi.spyOn(BoundedLexer.prototype, 'lex');
  onTestFinished(() => lexed.mockRestore());
  await warmUpLexer();
  expect(bytesPerCharacter(lexed.mock.calls.at(call)?.[0])).toBe(bytes);
  const kinds = JSON.stringify(lexed.mock.results.at(call)?.value).match(/"type":"\w+"/g) ?? [];
  expect([...new Set(kinds.map((kind) => kind.slice(8, -1)))].toSorted()).toEqual([
    'blockquote',
    'code',
    'codespan',
    'del',
    'em',
    'formula',
    'heading',
    'html',
    'link',
    'list',
    'list_item',
    'paragraph',
    'space',
    'strong',
    'table',
    'text',
  ]);
});
