import { describe, expect, it } from 'vitest';
import { LONG } from '../../../test/routing/long.ts';
import { FRESH, HELD_OUT, type TestPrompt } from '../../../test/routing/test-prompts.ts';
import { random } from '../../../training/routing/logistic-regression.ts';
import { readWeightsFile } from '../../../training/routing/weights-file.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { LEARNED } from './classifier/need-weights-format.ts';
import { likelihoodsOf } from './classifier/predict-need.ts';
import { classify, recentTexts } from './classify-message.ts';
import { NEEDS } from './needs-and-reasons.ts';

const weights = readWeightsFile();
const needOf = ({ text, previous = [] }: Pick<TestPrompt, 'text' | 'previous'>) =>
  classify(
    weights,
    text,
    previous.map((message) => message.text),
  ).need;
const rightOf = (prompts: readonly TestPrompt[]) =>
  prompts.filter((prompt) => needOf(prompt) === prompt.need).length / prompts.length;

describe('prompts that the weights were not trained on', () => {
  it('of the first set get the right need for at least 94%', () => {
    expect(rightOf(HELD_OUT)).toBeGreaterThanOrEqual(0.94);
  });

  it('by another writer get the right need for at least 90%', () => {
    expect(rightOf(FRESH)).toBeGreaterThanOrEqual(0.9);
  });

  it.each(LONG)('with a pasted document get the need `long` (%#)', ({ text }) => {
    expect(needOf({ text })).toBe('long');
  });
});

describe('a follow-up', () => {
  const needAfter = (text: string, ...previous: string[]) =>
    needOf({ text, previous: previous.map((text) => ({ text })) });
  it('has the need of its chat unless its own words say otherwise', () => {
    expect(needAfter('and now in Rust?', 'Write a Python function that reads a CSV file.')).toBe('code');
    expect(needAfter('another one', 'write a poem about the sea')).toBe('creative');
    expect(needAfter('are you sure?', 'solve 3x + 4 = 19')).toBe('reasoning');
    expect(needAfter('are you sure?', 'translate "good night" into polish')).toBe('language');
    expect(needAfter('thank you!', 'solve 3x + 4 = 19')).toBe('quick');
    expect(needAfter('now translate it into polish', 'write a poem about the sea')).toBe('language');
  });
  it('of a follow-up has the need of the chat as well', () => {
    expect(needAfter('shorter', 'write a poem about the sea', 'another one', 'and sadder')).toBe('creative');
  });
  const files: TurnItem = { index: 1, userText: '', text: 'A cat.', replyAt: '', status: 'complete' };
  it.each(['explain in more detail', 'why?'])('%j after files without a text has its own need', (text) => {
    expect(classify(weights, text, recentTexts([files]))).toEqual(classify(weights, text));
  });
  it('after a message of white space alone has the need of the message before it', () => {
    const blank = { ...files, userText: ' \n ' };
    const code = { ...files, userText: 'Write a Python function that reads a CSV file.' };
    const five = [blank, blank, blank, blank, code];
    expect(recentTexts(five)).toEqual([code.userText]);
    expect(classify(weights, 'and now in Rust?', recentTexts(five)).need).toBe('code');
  });
  it('after files without a text has the need of the message before them', () => {
    const code = { ...files, userText: 'Write a Python function that reads a CSV file.' };
    expect(classify(weights, 'and now in Rust?', recentTexts([files, code])).need).toBe('code');
  });
});

describe('a message that may have two needs', () => {
  it('has a second need, the likelier one first', () => {
    const unsure = [...FRESH, ...HELD_OUT].map(({ text }) => [text, classify(weights, text)] as const);
    const doubtful = unsure.filter(([, { second }]) => second);
    expect(doubtful.length).toBeGreaterThan(0);
    for (const [text, { need, second }] of doubtful) {
      const likelihoods = likelihoodsOf(weights, text);
      const [first, next] = LEARNED.toSorted((a, b) => likelihoods[b] - likelihoods[a]);
      expect([need, second]).toEqual([first, next]);
    }
  });
});

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

  it('has likelihoods that add up to 1, the same each time, and a need', () => {
    for (let i = 0; i < 200; i++) {
      const [text, before] = [anyText(), anyText()];
      const likelihoods = likelihoodsOf(weights, text, likelihoodsOf(weights, before));
      expect(Object.values(likelihoods).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1);
      expect(classify(weights, text, [before])).toEqual(classify(weights, text, [before]));
      expect(NEEDS).toContain(classify(weights, text, [before]).need);
    }
  });

  it.each(pieces)('of 20,000 times %j is read to its end', (piece) => {
    for (const text of [piece.repeat(20_000), `select ${piece.repeat(19_990)}`, `a${piece}`.repeat(10_000)])
      expect(NEEDS).toContain(classify(weights, text).need);
  });
});
