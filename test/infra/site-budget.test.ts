import { expect, it } from 'vitest';
import { builtKb, PAGES, scriptsWith } from '../support/site-scripts.ts';

it.each(Object.entries(PAGES))('the scripts of the %s page stay within their budget', (_, page) => {
  expect(builtKb(page.scripts)).toBeLessThanOrEqual(page.budgetKb);
});

it('scripts that a page imports are counted with it', () => {
  expect(builtKb(['chat-page'])).toBeGreaterThan(builtKb(['index']));
});

it('the bidirectional algorithm is loaded with the PDF alone', () => {
  expect(scriptsWith('getReorderSegments')).toEqual(['pdf.worker']);
});
