import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { featuresOf, SIGNS } from '../../lambdas/domain/routing/classifier/features.ts';
import { parseWeights, writeWeights } from '../../lambdas/domain/routing/classifier/need-weights-format.ts';
import { rowOf } from '../../lambdas/domain/routing/classifier/predict-need.ts';
import { NEEDS } from '../../lambdas/domain/routing/needs-and-reasons.ts';
import { FRESH, FRESH_2, FRESH_3, FRESH_4, FRESH_5, HELD_OUT } from '../../test/routing/test-prompts.ts';
import { chosenFeatures, exampleOf, trainOn } from './logistic-regression.ts';
import { type Prompt, parsePrompts, readPrompts } from './read-prompts.ts';
import { filledTemplates } from './template-prompts.ts';
import { editDistance, isNear, prepared } from './text-similarity.ts';
import { codeOf, trainingPrompts, trainingSet } from './train.ts';
import { nearPrompts } from './training-prompts-near-tests.ts';
import { WEIGHTS_FILE } from './weights-file.ts';

const TESTS = [...HELD_OUT, ...FRESH, ...FRESH_2, ...FRESH_3, ...FRESH_4, ...FRESH_5];

describe('the weights of routing', () => {
  // The file holds a digest of all that its weights depend on, so that this test need not train them.
  it('are those of the training prompts and of the code: if not, run npm run routing:train', () => {
    expect(parseWeights(readFileSync(WEIGHTS_FILE)).trainedFrom).toBe(trainingSet().digest);
  });

  it('stay valid when comments, spaces or types of the code change, not when a number does', () => {
    const code = codeOf('/** Steps. */\nexport const STEPS: number = 12; // of all\n');
    expect(codeOf('export const STEPS =\n  12;')).toBe(code);
    expect(codeOf('export const STEPS = 13;')).not.toBe(code);
  });

  it('are the same each time that they are trained', () => {
    const prompts = readPrompts().slice(0, 300);
    const features = chosenFeatures(prompts.map(({ text }) => featuresOf(text)));
    const examples = prompts.map((prompt) => exampleOf(prompt, features));
    const { table } = trainOn(examples, features);
    expect(table).toEqual(trainOn(examples, features).table);
    expect(table.some((weight) => weight !== 0)).toBe(true);
  });

  it('are the same after they are written and read', () => {
    const file = readFileSync(WEIGHTS_FILE);
    expect(writeWeights(parseWeights(file)).equals(file)).toBe(true);
  });

  it('are refused when a byte of the file has changed, or the file is of another version', () => {
    for (const at of [60, 5_000, 1_000_000, -1]) {
      const file = readFileSync(WEIGHTS_FILE);
      file.writeUInt8((file.at(at) ?? 0) ^ 1, at < 0 ? file.length + at : at);
      expect(() => parseWeights(file)).toThrow('damaged');
    }
    const older = readFileSync(WEIGHTS_FILE);
    older.write('NEEDS000', 'latin1');
    expect(() => parseWeights(older)).toThrow('another version');
    for (const length of [0, 42, 100, older.length - 11])
      expect(() => parseWeights(older.subarray(0, length))).toThrow('another version');
  });
});

describe('features that have weights', () => {
  const prompt = (text: string): Prompt => ({ file: 'en', need: 'code', text });
  const prompts = ['sort a list', 'sort a table', 'sort names'].map((text) => featuresOf(text));

  it('are those of two prompts or more, ascending', () => {
    const features = chosenFeatures(prompts);
    expect([...features]).toEqual([...features].toSorted((a, b) => a - b));
    const known = (text: string) =>
      featuresOf(text).groups.map((group) => group.map((hash) => rowOf(features, hash)));
    expect(known('sort a list')[0]?.filter((row) => row >= 0).length).toBe(4);
    expect(known('qqq')[0]).toEqual([-1, -1, -1]);
  });

  it('are the most frequent ones when there is no room for all', () => {
    const all = chosenFeatures(prompts);
    const few = chosenFeatures(prompts, 10);
    expect(few.length).toBe(10);
    expect([...few].every((hash) => all.includes(hash))).toBe(true);
    const [words = []] = featuresOf('sort').groups;
    expect(words.map((hash) => rowOf(few, hash) >= 0)).toEqual([true, true, false]);
  });

  it('are found in their rows, and no others', () => {
    const features = Uint32Array.from([0, 5, 9, 2 ** 32 - 1]);
    expect([0, 5, 9, 2 ** 32 - 1].map((hash) => rowOf(features, hash))).toEqual([0, 1, 2, 3]);
    expect([1, 4, 10, 2 ** 31].map((hash) => rowOf(features, hash))).toEqual([-1, -1, -1, -1]);
    expect(rowOf(new Uint32Array(), 5)).toBe(-1);
  });

  it('are the only features in the rows of an example, followed by its signs and the bias', () => {
    const features = chosenFeatures(prompts);
    const { rows } = exampleOf(prompt('qqq'), features);
    // The one known feature of an unknown word: texts are padded with spaces, and a space alone is a sequence.
    expect(rows.filter((row) => row < features.length).length).toBe(1);
    expect(rows.at(-1)).toBe(features.length + SIGNS.length);
  });
});

describe('the training prompts', () => {
  const prompts = readPrompts();

  it('are at least 1,500 that stand alone and 400 follow-ups, in 18 languages', () => {
    expect(prompts.filter(({ previous }) => !previous).length).toBeGreaterThanOrEqual(1_500);
    expect(prompts.filter(({ previous }) => previous).length).toBeGreaterThanOrEqual(400);
    const files = new Set(prompts.map(({ file }) => file.slice(0, 2)));
    const languages = 'ar de en es fr hi id it ja ko nl pl pt ru tr uk vi zh'.split(' ');
    expect(languages.filter((language) => !files.has(language))).toEqual([]);
  });

  it('are not near a test prompt', { timeout: 120_000 }, () => {
    expect(nearPrompts(trainingPrompts(), TESTS)).toEqual([]);
  });

  it('are found when they are near a test prompt', () => {
    const [alone] = TESTS.filter(({ previous }) => !previous);
    const [chat] = TESTS.filter(({ previous }) => previous);
    const file = 'en';
    const copies = [
      { file, need: 'code', text: ` ${alone?.text.toUpperCase()} ??` },
      {
        file,
        need: 'code',
        text: chat?.text ?? '',
        previous: [{ text: chat?.previous?.at(-1)?.text ?? '', need: 'code' }],
      },
      { file, need: 'code', text: chat?.previous?.[0]?.text ?? '' },
    ] as const;
    expect(nearPrompts(copies, TESTS)).toEqual(copies);
  });
});

describe('the test prompts', () => {
  const need = z.enum(NEEDS);
  const text = z.string().check(z.regex(/\S/));
  const shape = z.strictObject({
    text,
    need,
    kind: z.enum(['alone', 'follow-up']),
    language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
    previous: z.optional(z.array(z.strictObject({ text, need: z.optional(need) })).check(z.minLength(1))),
  });

  it('have the shape of their type and a known need, and earlier messages if they are follow-ups', () => {
    const isRight = (prompt: unknown) => {
      const { data } = shape.safeParse(prompt);
      return data !== undefined && (data.kind === 'follow-up') === (data.previous !== undefined);
    };
    expect(TESTS.length).toBeGreaterThan(3_000);
    // Prints places alone: training must not learn from the texts.
    expect(TESTS.flatMap((prompt, at) => (isRight(prompt) ? [] : [at]))).toEqual([]);
  });
});

describe('a file of prompts', () => {
  it('has prompts and chats under the headings of their needs', () => {
    const content = '# code\nfix\\nthis\na >> b >> c\n\n# code to quick\na >> thx';
    expect(parsePrompts('en', content)).toEqual([
      { file: 'en', text: 'fix\nthis', need: 'code' },
      { file: 'en', text: 'b', need: 'code', previous: [{ text: 'a', need: 'code' }] },
      {
        ...{ file: 'en', text: 'c', need: 'code' },
        previous: [
          { text: 'a', need: 'code' },
          { text: 'b', need: 'code' },
        ],
      },
      { file: 'en', text: 'thx', need: 'quick', previous: [{ text: 'a', need: 'code' }] },
    ]);
  });

  it.each([
    ['hello', 'line 1: no heading before it'],
    ['# code\n# poetry', 'line 2: no such need'],
    ['# code\na >>  >> b', 'line 2: an empty message'],
  ])('%j is refused: %s', (content, why) => {
    expect(() => parsePrompts('en', content)).toThrow(`en.txt, ${why}`);
  });
});

it('a template makes prompts with what its slots may hold, the same each time', () => {
  const content = '@t rain|snow\n# creative\npoem about {t}\n# general\nwhy {t} and {t}\nsleep';
  const prompts = filledTemplates('en', content);
  expect(prompts).toContainEqual({ file: 'en', need: 'creative', text: 'poem about snow' });
  expect(prompts.filter(({ need }) => need === 'creative').length).toBe(2);
  expect(prompts.filter(({ text }) => text === 'sleep').length).toBe(1);
  expect(filledTemplates('en', content)).toEqual(prompts);
});

describe('the distance of two texts', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('%j and %j differ by %i edits', (a, b, edits) => {
    expect(editDistance(a, b, 99)).toBe(edits);
    expect(editDistance(b, a, 99)).toBe(edits);
  });
  it.each([
    ['Capital of France?', 'capital of france', true],
    ['capital of france', 'capitol of frnace', true],
    ['capital of france', 'capital of hungary', false],
    ['hi', 'hey', false],
  ])('%j is near %j: %s', (a, b, near) => {
    expect(isNear(prepared(a), prepared(b))).toBe(near);
  });
  it('texts that have a character 255 and 256 times are near', () => {
    expect(isNear(prepared('a'.repeat(255)), prepared('a'.repeat(256)))).toBe(true);
  });
});
