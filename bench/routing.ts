/**
 * How often routing sees what a prompt needs, and what a decision costs. `node bench/routing.ts`; with `--tune`
 * it lists the misses of the half that cues may be tuned on. Those of the other half are only counted.
 */
import { needOf } from '../lambdas/domain/routing/classify-message.ts';
import { NEEDS } from '../lambdas/domain/routing/needs-and-reasons.ts';
import { halfOf, type Labelled } from '../test/routing/labelled.ts';
import { BATCHES, PROMPTS } from '../test/routing/prompts.ts';
import { median, print } from './report.ts';

const decide = ({ text, recent = [], last }: Labelled) => needOf(text, { recent, ...(last && { last }) });
const percent = (right: number, all: number) => (all === 0 ? Number.NaN : (100 * right) / all);

function accuracy(batch: keyof typeof BATCHES, half: ReturnType<typeof halfOf>): void {
  const prompts = BATCHES[batch].filter((prompt) => halfOf(prompt) === half);
  const misses = prompts.flatMap((prompt) => {
    const got = decide(prompt);
    return got === prompt.expected ? [] : [{ ...prompt, got }];
  });
  const figures = NEEDS.flatMap((need) => {
    const all = prompts.filter(({ expected }) => expected === need).length;
    const missed = misses.filter(({ expected }) => expected === need).length;
    return all === 0 ? [] : [{ what: `${need} (${all})`, value: percent(all - missed, all), unit: '%' }];
  });
  const overall = percent(prompts.length - misses.length, prompts.length);
  print(`Right, ${batch} batch, ${half} half`, [
    ...figures,
    { what: `all (${prompts.length})`, value: overall, unit: '%' },
  ]);
  const pairs = Map.groupBy(misses, ({ expected, got }) => `${expected} taken for ${got}`);
  for (const [pair, { length }] of pairs) console.log(`    ${pair}: ${length}`);
  if (half === 'tune' && process.argv.includes('--tune'))
    for (const { expected, got, text } of misses)
      console.log(`  ${expected} -> ${got}: ${text.slice(0, 100)}`);
}

function timesOf(run: (prompt: Labelled) => unknown): number[] {
  return Array.from({ length: 20 }, () => PROMPTS)
    .flat()
    .map((prompt) => {
      const start = performance.now();
      run(prompt);
      return (performance.now() - start) * 1_000;
    });
}

function time(): void {
  const empty = timesOf(() => undefined);
  const full = timesOf(decide);
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
  print('A decision, over an empty call', [
    { what: 'median', value: median(full), unit: 'us', floor: median(empty) },
    { what: 'p99', value: at(full, 0.99), unit: 'us', floor: at(empty, 0.99), budget: 1_000 },
  ]);
}

for (const batch of ['first', 'second', 'third', 'fourth'] as const)
  for (const half of ['tune', 'held-out'] as const) accuracy(batch, half);
time();
