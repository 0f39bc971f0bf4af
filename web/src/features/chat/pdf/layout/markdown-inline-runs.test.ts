import { lexer, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { INK } from '../text/text-style-and-colors.ts';
import { runsOf } from './markdown-inline-runs.ts';

test('the paragraph of a task item has no [ ] or [x], because the list draws a box instead', () => {
  const [list] = lexer('- [ ] a\n\n- [x] b');
  const items = list?.type === 'list' ? (list as Tokens.List).items : [];
  const texts = items.map(({ tokens: [paragraph] }) =>
    paragraph?.type === 'paragraph'
      ? runsOf((paragraph as Tokens.Paragraph).tokens, { size: 1, color: INK }).map(({ text }) => text)
      : undefined,
  );
  expect(texts).toEqual([['a'], ['b']]);
});
