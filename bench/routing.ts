/**
 * Measures how often routing recognises a prompt's need, the time of a decision, and the size and parse time of the
 * weights. Does not print the test prompts, because routing must not be tuned to them. `node bench/routing.ts --needs`
 * also counts the wrong decisions for each pair of the right and the decided need.
 */
import { readFileSync } from 'node:fs';
import { parseWeights } from '../lambdas/domain/routing/classifier/need-weights-format.ts';
import { classify } from '../lambdas/domain/routing/classify-message.ts';
import {
  FRESH,
  FRESH_2,
  FRESH_3,
  FRESH_4,
  FRESH_5,
  HELD_OUT,
  type TestPrompt,
} from '../test/routing/test-prompts.ts';
import { readPrompts } from '../training/routing/read-prompts.ts';
import { readWeightsFile, WEIGHTS_FILE } from '../training/routing/weights-file.ts';
import { type Figure, median, print } from './report.ts';

const weights = readWeightsFile();
const decide = ({ text, previous = [] }: TestPrompt) =>
  classify(
    weights,
    text,
    previous.map((message) => message.text),
  );
const isRight = (prompt: TestPrompt) => decide(prompt).need === prompt.need;

function share(what: string, prompts: readonly TestPrompt[], budget?: number): Figure {
  const value = (100 * prompts.filter(isRight).length) / prompts.length;
  return {
    what: `${what} (${prompts.length})`,
    value,
    unit: '%',
    ...(budget !== undefined && { atLeast: budget }),
  };
}

const groups = (prompts: readonly TestPrompt[], key: (prompt: TestPrompt) => string | undefined) =>
  [...Map.groupBy(prompts, key)].toSorted(([a = ''], [b = '']) => a.localeCompare(b));

function accuracy(title: string, prompts: readonly TestPrompt[]): void {
  const trained = new Set(readPrompts().map(({ text }) => text.toLowerCase()));
  const unseen = prompts.filter(({ kind, text }) => kind === 'follow-up' && !trained.has(text.toLowerCase()));
  const unsure = prompts.filter((prompt) => decide(prompt).second);
  const either = unsure.filter((prompt) =>
    [decide(prompt).need, decide(prompt).second].includes(prompt.need),
  );
  print(title, [
    share('all', prompts, 92),
    ...groups(prompts, ({ need }) => need).map(([need, of]) => share(`${need}`, of, 85)),
    ...groups(prompts, ({ kind }) => kind).map(([kind, of]) => share(`${kind}`, of)),
    share('follow-ups in words that no training prompt has', unseen),
    ...groups(prompts, ({ language }) => language).flatMap(([language, of]) =>
      language ? [share(language, of)] : [],
    ),
    { what: 'unsure between two needs', value: (100 * unsure.length) / prompts.length, unit: '%' },
    { what: 'of these, one of the two is right', value: (100 * either.length) / unsure.length, unit: '%' },
  ]);
  if (!process.argv.includes('--needs')) return;
  const misses = prompts.filter((prompt) => !isRight(prompt));
  for (const [pair, { length }] of Map.groupBy(
    misses,
    (prompt) => `${prompt.need} taken for ${decide(prompt).need}`,
  ))
    console.log(`    ${pair}: ${length}`);
}

/** Microseconds for each prompt: the median of ten runs, since another process may interrupt a run. */
function timesOf(run: (prompt: TestPrompt) => unknown): number[] {
  return [...FRESH, ...HELD_OUT].map((prompt) =>
    median(
      Array.from({ length: 10 }, () => {
        const start = performance.now();
        run(prompt);
        return (performance.now() - start) * 1_000;
      }),
    ),
  );
}

function time(): void {
  const empty = timesOf(() => undefined);
  const full = timesOf(decide);
  const at = (times: number[], part: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;
  print('A decision, over an empty call', [
    { what: 'median', value: median(full), unit: 'us', floor: median(empty) },
    { what: 'p99', value: at(full, 0.99), unit: 'us', floor: at(empty, 0.99), budget: 1_000 },
  ]);
  const file = readFileSync(WEIGHTS_FILE);
  const parses = Array.from({ length: 30 }, () => {
    const start = performance.now();
    parseWeights(file);
    return (performance.now() - start) * 1_000;
  });
  print('The weights', [
    { what: 'size', value: file.length / 1_000, unit: 'KB' },
    { what: 'to parse, median', value: median(parses), unit: 'us' },
  ]);
}

accuracy('Right, fresh prompts', FRESH);
accuracy('Right, fresh prompts of another writer', FRESH_2);
accuracy('Right, fresh prompts of a third writer', FRESH_3);
accuracy('Right, fresh prompts of a fourth writer, who wrote training prompts too', FRESH_4);
accuracy('Right, fresh prompts of a fifth writer, after the last training', FRESH_5);
accuracy('Right, held-out half of the first prompts', HELD_OUT);
time();
