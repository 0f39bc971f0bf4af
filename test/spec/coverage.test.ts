import { expect, it } from 'vitest';
import { CHAT_SENTENCES } from './chat-sentences.ts';
import { GETTING_IN_SENTENCES } from './getting-in-sentences.ts';
import { NOT_TESTED } from './not-tested.ts';
import { PLAN_SENTENCES } from './plan-sentences.ts';
import { idsIn, idsInTitles } from './titles.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  ...CHAT_SENTENCES,
  ...GETTING_IN_SENTENCES,
  ...PLAN_SENTENCES,
};

it('titles name only sentences that there are', () => {
  const unknown = [...idsInTitles()].filter(([id]) => !(id in SENTENCES));
  expect(unknown.map(([id, files]) => `${id} in ${files.join(', ')}`)).toEqual([]);
});

it('every sentence is named by the title of a test, or is listed with the reason why not', () => {
  const named = idsInTitles();
  const open = Object.entries(SENTENCES).filter(([id]) => !named.has(id) && !(id in NOT_TESTED));
  expect(open.map(([id, sentence]) => `${id}: ${sentence}`)).toEqual([]);
});

it('reads the ids from titles, and from nothing else', () => {
  const source = `
    test('likes [S4.like.1 S4.like.2]', async () => {});
    it.each([1])("skips [S4.skip.1]", () => {});
    test(
      \`over two lines [S4.skip.2]\`,
      () => {});
    // a comment ('about [S4.skip.3]')
    const text = '[S4.rename.1]';`;
  expect(idsIn(source)).toEqual(['S4.like.1', 'S4.like.2', 'S4.skip.1', 'S4.skip.2']);
});
