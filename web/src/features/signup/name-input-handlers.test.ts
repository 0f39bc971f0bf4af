import { expect, test } from 'vitest';
import { asName } from './name-input-handlers.ts';

test.each([
  ["Anne-Marie O'Neil 3rd", 'AnneMarie ONeil rd'],
  ['Zoë Łukasz Ñandú', 'Zoë Łukasz Ñandú'],
  ['Νίκος مريم 陳 हिन्दी', 'Νίκος مريم 陳 हिन्दी'],
  ['<b>x</b>', 'bxb'],
])('a name keeps its letters and whitespace: %s', (typed, kept) => {
  expect(asName(typed)).toBe(kept);
});
