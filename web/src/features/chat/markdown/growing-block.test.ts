import fc from 'fast-check';
import { Lexer, type Tokens } from 'marked';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BoundedLexer } from './bounded-lexer.ts';
import { type Block, IncrementalMarkdown } from './incremental-markdown.ts';
import { BlockToken } from './markdown.tsx';

const RUNS = 120;
const MARKERS = [
  '- ',
  '- ',
  '- ',
  '* ',
  '+ ',
  '1. ',
  '2. ',
  '2) ',
  '-   ',
  '- [ ] ',
  '- [x] ',
  '- - ',
  '- 1. ',
];
const STARTS = [
  '| a | b |\n|---|:-:|\n',
  '| ',
  '| ',
  '|',
  'x | ',
  'a|b\n-|-\n',
  '\\| ',
  '> ',
  '# ',
  '```',
  '---',
  '',
  '',
];
const ENDS = [
  'text',
  'one | two |',
  '`a|b` | *c*',
  '[a]',
  '*half',
  '<b>x',
  '<a>',
  'https://x.example',
  '[a]: x',
  '```',
];
const indent = fc.constantFrom('', '', '', '', '  ', '  ', ' ', '   ', '    ', '      ');
const line = fc.oneof(
  fc.constantFrom('', '', '    code', '<div>', '</div>', '***', '===', '<!--'),
  fc.tuple(indent, fc.constantFrom(...MARKERS), fc.constantFrom(...ENDS)).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...STARTS), fc.constantFrom('', ...ENDS)).map((parts) => parts.join('')),
);
/** Random lines mixed with repeated lines of one kind, as in the lists and tables that models write. */
const text = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.array(line, { maxLength: 4 }) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(line, fc.integer({ min: 2, max: 6 }))
          .map(([one, n]) => Array<string>(n).fill(one)),
      },
    ),
    { maxLength: 6 },
  )
  .map((groups) => groups.flat().join('\n'));

/** The blocks as HTML, without the invisible white space at the end of a text. */
const shown = (blocks: readonly Block[]): string =>
  renderToStaticMarkup(
    blocks.map(({ key, token }) => createElement(BlockToken, { key, token, depth: 0 })),
  ).replace(/\s+(?=<)/g, '');

it('a list or a table that grows is rendered at each position like the same text parsed at once', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), (source, step) => {
      const growing = new IncrementalMarkdown();
      for (let end = step; end < source.length + step; end += step) {
        const part = source.slice(0, end);
        expect(shown(growing.update(part))).toBe(shown(new IncrementalMarkdown().update(part)));
      }
    }),
    { numRuns: RUNS },
  );
}, 60_000);

const ROW = '| Lisbon | `1,234` | **warm** and [dry](https://example.com/a) |';
const growing: [string, string, (n: number) => string][] = [
  ['table', '| Place | Number | Weather |\n|---|--:|---|\n', () => ROW],
  ['list', 'A list:\n\n', (n) => `- Item ${n} with **bold** words\n  - nested\n    - deeper, with \`code\``],
  ['loose list', '', (n) => `${n}. Item ${n} with words\n\n    A paragraph of it.\n`],
];

/** Counts the characters that are lexed. */
function givenCountedLexing(): () => number {
  let characters = 0;
  const lex = vi.spyOn(BoundedLexer.prototype, 'lex').mockImplementation(function (
    this: BoundedLexer,
    source,
  ) {
    characters += source.length;
    return Lexer.prototype.lex.call(this, source);
  });
  onTestFinished(() => lex.mockRestore());
  return () => characters;
}

it.each(growing)('each new piece of a growing %s lexes only its end', (_, head, row) => {
  const lexed = givenCountedLexing();
  const text = head + Array.from({ length: 200 }, (_, i) => row(i + 1)).join('\n');
  const parser = new IncrementalMarkdown();
  let pieces = 0;
  for (let end = 20; end < text.length; end += 20, pieces += 1) parser.update(text.slice(0, end));
  expect(lexed() / pieces).toBeLessThan(head.length + 4 * row(200).length);
});

it.each(growing)(
  'closed parts of a growing %s stay the same objects, which are not rendered again',
  (_, head, row) => {
    const parser = new IncrementalMarkdown();
    const partsAt = (count: number): readonly unknown[] => {
      const rows = Array.from({ length: count }, (_, i) => row(i + 1)).join('\n');
      const blocks = parser.update(head + rows).filter(({ token }) => token.type !== 'space');
      const token = blocks.at(-1)?.token as Tokens.List | Tokens.Table;
      return token.type === 'table' ? token.rows : token.items;
    };
    const before = [10, 11, 12].map(partsAt).at(-1) ?? [];
    const after = partsAt(13);
    expect(after).toHaveLength(13);
    for (const [i, part] of before.slice(0, 9).entries()) expect(after[i]).toBe(part);
  },
);
