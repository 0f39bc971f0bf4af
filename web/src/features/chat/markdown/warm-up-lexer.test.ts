import { expect, it, vi } from 'vitest';
import { BoundedLexer } from './bounded-lexer.ts';
import { warmUpLexer } from './warm-up-lexer.ts';

it('the sample has each kind of block and mark, and text beyond Latin-1', async () => {
  const lexed = vi.spyOn(BoundedLexer.prototype, 'lex');
  await warmUpLexer();
  const [source = ''] = lexed.mock.calls[0] ?? [];
  expect(source).toMatch(/[^\0-\xff]/);
  const kinds = JSON.stringify(lexed.mock.results[0]?.value).match(/"type":"\w+"/g) ?? [];
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
