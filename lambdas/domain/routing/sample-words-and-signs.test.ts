import { expect, it } from 'vitest';
import { mathSigns, sampleOf, wordsOf } from './sample-words-and-signs.ts';

it.each(['Factorise x² - y²', 'integrate sin²(a)', 'احسب س^2', 'x^3'])(
  '%s has signs of mathematics',
  (text) => {
    expect(mathSigns(sampleOf(text))).toBeGreaterThanOrEqual(3);
  },
);

it.each(['Write to Max at 2', 'two cats'])('%s has no signs of mathematics', (text) => {
  expect(mathSigns(sampleOf(text))).toBe(0);
});

it.each(['İngilizcesi', 'I\u0307ngilizcesi', 'i\u0307ngilizcesi', 'ingilizcesi'])(
  '%j with the Turkish capital letter, composed or not, is the word with a small letter',
  (text) => {
    expect(wordsOf(sampleOf(text))).toEqual(['ingilizcesi']);
  },
);
