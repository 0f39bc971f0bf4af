import { describe, expect, it } from 'vitest';
import { halfOf, type Labelled } from '../../../test/routing/labelled.ts';
import { PROMPTS } from '../../../test/routing/prompts.ts';
import { needOf, scoreNeeds } from './classify-message.ts';
import { NEEDS } from './needs-and-reasons.ts';

const heldOut = PROMPTS.filter((prompt) => halfOf(prompt) === 'held-out');
const isRight = ({ expected, text, recent = [], last }: Labelled) =>
  needOf(text, { recent, ...(last && { last }) }) === expected;

describe('the labelled set', () => {
  it('has at least 300 prompts, each once, in two halves of about the same size', () => {
    expect(PROMPTS.length).toBeGreaterThanOrEqual(300);
    expect(new Set(PROMPTS.map(({ text, recent }) => JSON.stringify([text, recent]))).size).toBe(
      PROMPTS.length,
    );
    expect(heldOut.length / PROMPTS.length).toBeGreaterThan(0.4);
    expect(heldOut.length / PROMPTS.length).toBeLessThan(0.6);
  });

  it('is told right for at least 90% of the half that cues are not tuned on', () => {
    expect(heldOut.filter(isRight).length / heldOut.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each(NEEDS)('%s is told right for at least three in four there', (need) => {
    const ofNeed = heldOut.filter(({ expected }) => expected === need);
    expect(ofNeed.filter(isRight).length / ofNeed.length).toBeGreaterThanOrEqual(0.75);
  });

  it('does not need to be told what the last message was', () => {
    const followUps = heldOut.filter(({ recent }) => recent);
    const right = followUps.filter(
      ({ expected, text, recent = [] }) => needOf(text, { recent }) === expected,
    );
    expect(right.length / followUps.length).toBeGreaterThanOrEqual(0.9);
  });
});

/** The same numbers in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('any text', () => {
  const next = random(5);
  const pieces = [
    'a',
    ' ',
    '\n',
    '(',
    '{',
    '`',
    '\ud800',
    '\udc00',
    '😀',
    '中',
    'ع',
    '9',
    '=',
    '"',
    '_',
    '.',
    '\u0000',
  ];
  const anyText = () => {
    const length = Math.floor(next() * next() * 20_000);
    if (next() < 0.5) return Array.from({ length }, () => String.fromCharCode(next() * 65_536)).join('');
    return Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('');
  };

  it('has finite scores, the same each time, and a need', () => {
    for (let i = 0; i < 200; i++) {
      const [text, before] = [anyText(), anyText()];
      const scores = scoreNeeds(text, { recent: [before] });
      for (const need of NEEDS) expect(Number.isFinite(scores[need])).toBe(true);
      expect(scoreNeeds(text, { recent: [before] })).toEqual(scores);
      expect(NEEDS).toContain(needOf(text, { recent: [before] }));
    }
  });

  it.each(pieces)('of 20,000 times %j is read to its end', (piece) => {
    for (const text of [piece.repeat(20_000), `select ${piece.repeat(19_990)}`, `a${piece}`.repeat(10_000)])
      expect(NEEDS).toContain(needOf(text));
  });
});
