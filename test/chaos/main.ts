/**
 * `npm run chaos -- --schedules 1000 --seed 7`: plays seeded random schedules over the whole local stack and checks
 * the invariants of docs/chaos.md after each. Stops at the first violation, and shrinks its schedule.
 * `--without dedupe`: removes a control first (removable-controls.ts); the run must find a violation.
 * `--every-call`: instead, makes every call of every operation fail in every way. `--keep-going`: does not stop.
 */
import { parseArgs } from 'node:util';
import setup from '../support/build-assembly.ts';
import { givenStripe } from '../support/stripe-purchases.ts';
import { ChaosStack } from './chaos-stack.ts';
import type { Operation } from './every-call.ts';
import { casesOf, strikeEach } from './every-call-cases.ts';
import { CHAT_OPERATIONS } from './operations.ts';
import { PAYING, SIGN_UP } from './operations-paying.ts';
import { play, shrink } from './play-schedule.ts';
import { isNoticedWithout } from './removable-controls.ts';
import { scheduleOf, tell } from './schedule.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'keep-going': { type: 'boolean', default: false },
    'no-shrinking': { type: 'boolean', default: false },
    /** Number of times that each schedule is played: a fault that depends on a race may need several. */
    times: { type: 'string', default: '1' },
    'every-call': { type: 'boolean', default: false },
    /** Part of the names of the operations that `--every-call` plays. */
    only: { type: 'string', default: '' },
    without: { type: 'string' },
  },
});
const seed = Number(values.seed);

if (values.without !== undefined) {
  const args = ['--schedules', values.schedules, '--seed', values.seed, '--no-shrinking'];
  const isNoticed = isNoticedWithout(values.without, args);
  console.log(`Without ${values.without}: ${isNoticed ? 'noticed' : 'NOT NOTICED'}`);
  process.exit(isNoticed ? 0 : 1);
}

await setup();
// The client warns of each fault, and faults are made on purpose here.
console.warn = () => undefined;
const startedAt = performance.now();
const violations = values['every-call']
  ? await strikeAll()
  : await playAll(Number(values.schedules), Number(values.times));
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`${violations} violations, seed ${seed}, ${minutes} minutes`);
process.exit(violations > 0 ? 1 : 0);

async function playAll(schedules: number, times: number): Promise<number> {
  console.log(`${schedules} schedules from seed ${seed}`);
  const chaosStack = await ChaosStack.open();
  let violated = 0;
  for (let n = 0; n < schedules * times; n++) {
    const plan = scheduleOf(seed + Math.floor(n / times));
    const problems = await play(chaosStack, plan);
    if ((n + 1) % 50 === 0) console.log(`${n + 1} played, ${perSchedule(n + 1)} ms each`);
    if (problems.length === 0) continue;
    violated += 1;
    console.log(`\nViolated by ${tell(plan)}\n${list(problems)}`);
    if (values['keep-going']) continue;
    if (values['no-shrinking']) break;
    const least = await shrink(chaosStack, plan);
    if (least.problems.length > 0) console.log(`\nAt the least ${tell(least.plan)}\n${list(least.problems)}`);
    else console.log('It did not come again in shorter schedules.');
    break;
  }
  await chaosStack.close();
  return violated;
}

async function strikeAll(): Promise<number> {
  const plain = [...CHAT_OPERATIONS, SIGN_UP].filter(isWanted);
  const paying = PAYING.filter(isWanted);
  let found = 0;
  if (plain.length > 0) found += await strikeOn(await ChaosStack.open(), plain);
  if (paying.length === 0) return found;
  const paid = await ChaosStack.open({ payments: 'stripe' });
  await givenStripe(paid.stack);
  return found + (await strikeOn(paid, paying));
}

async function strikeOn(chaosStack: ChaosStack, operations: readonly Operation[]): Promise<number> {
  const cases = await casesOf(chaosStack, operations, { share: 1, seed });
  let struck = 0;
  const { missed, violations: found } = await strikeEach(chaosStack, cases, (words, problems) => {
    struck += 1;
    if (struck % 25 === 0) console.log(`${struck} of ${cases.length} cases: ${words}`);
    if (problems.length > 0) console.log(`${words}\n${list(problems)}`);
  });
  console.log(`${cases.length} cases, of which ${missed} were not met, ${found.length} violations`);
  await chaosStack.close();
  return found.length;
}

function perSchedule(played: number): number {
  return Math.round((performance.now() - startedAt) / played);
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `  - ${problem}`).join('\n');
}

function isWanted({ name }: Operation): boolean {
  return name.includes(values.only);
}
