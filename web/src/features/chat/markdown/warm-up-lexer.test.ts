import { expect, it, onTestFinished, vi } from 'vitest';
import { BoundedLexer } from './bounded-lexer.ts';
import { warmUpLexer } from './warm-up-lexer.ts';

it.each([
  ['beyond Latin-1', 0, /[^\0-\xff]/],
  ['in Latin-1', -1, /^[\0-\xff]+$/],
])('a sample %s has each kind of block and mark', async (_, call, characters) => {
  const lexed = vi.spyOn(BoundedLexer.prototype, 'lex');
  onTestFinished(() => lexed.mockRestore());
  await warmUpLexer();
  expect(lexed.mock.calls.at(call)?.[0]).toMatch(characters);
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
