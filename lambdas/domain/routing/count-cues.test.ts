import { expect, test } from 'vitest';
import { countCues } from './count-cues.ts';
import { CUES, TARGETS } from './cues/all-cues.ts';

const cuesOf = (target: (typeof TARGETS)[number]) => CUES[target].trim().split(/[|\n]/);

test.each(TARGETS)('each cue of %s is found in a text of its own words, in lower case', (target) => {
  const missed = cuesOf(target).filter((cue) => !countCues(cue.replace('*', '').toLowerCase()).get(target));
  expect(missed).toEqual([]);
});

test('a stem is found at the beginning of a word, also of the last word of a phrase', () => {
  const inCode = (text: string) => countCues(text).get('code') ?? 0;
  expect(inCode('two merge conflicts')).toBe(1);
  expect(inCode('merge two conflicts')).toBe(0);
  expect(inCode('kompilieren')).toBe(1);
  expect(inCode('unkompiliert')).toBe(0);
});

test.each(['用docker写', 'このdockerで', 'اكتبdocker'])(
  'a Latin cue is found between letters of another script: %s',
  (text) => {
    expect(countCues('docker').get('code')).toBe(1);
    expect(countCues(text).get('code')).toBeGreaterThanOrEqual(1);
  },
);
