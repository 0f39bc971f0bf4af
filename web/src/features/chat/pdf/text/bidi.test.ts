import { expect, test } from 'vitest';
import { inVisualOrder, isRightToLeft, levelsOf } from './bidi.ts';
import { asRead, readableOrder } from './reader-order.ts';

/** The text as it lies on the line, from left to right. */
function visual(text: string): string {
  const levels = levelsOf(text);
  const units = Array.from(text.split(''), (character, i) => ({ character, level: levels[i] ?? 0 }));
  return inVisualOrder(units)
    .map(({ character }) => character)
    .join('');
}

test.each([
  ['hello world', 'hello world'],
  ['שלום', 'םולש'],
  ['abc שלום def', 'abc םולש def'],
  ['שלום abc עולם', 'םלוע abc םולש'],
  ['שלום 123', '123 םולש'],
  ['مرحبا 12,5', '12,5 ابحرم'],
  ['שלום (abc) 1', '1 )abc( םולש'],
  ['abc (שלום) 1', 'abc (םולש) 1'],
])('%s', (text, expected) => {
  expect(visual(text)).toBe(expected);
});

test('the first letter decides on the direction', () => {
  expect(isRightToLeft('123 שלום abc')).toBe(true);
  expect(isRightToLeft('123 abc שלום')).toBe(false);
  expect(isRightToLeft('123')).toBe(false);
});

test('a reader gets back the order of reading', () => {
  expect(asRead('םולש abc')).toBe('abc שלום');
  expect(asRead('abc')).toBe('abc');
  expect(readableOrder('שלום (abc) 1')?.map(({ text }) => text)).toEqual(['abc) 1', 'שלום (']);
});
