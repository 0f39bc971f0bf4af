/**
 * `npm run chaos -- --schedules 1000 --seed 7`: plays seeded random schedules over the whole local stack and checks
 * the invariants of docs/chaos.md after each. Stops at the first violation, which it makes as short as it gets.
 */
import { parseArgs } from 'node:util';
import setup from '../support/assembly.ts';
import { Arena } from './arena.ts';
import { play, shrink } from './run.ts';
import { scheduleOf, tell } from './schedule.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'keep-going': { type: 'boolean', default: false },
  },
});
const [schedules, seed] = [Number(values.schedules), Number(values.seed)];

setup();
console.log(`${schedules} schedules from seed ${seed}`);
console.warn = () => undefined;
const arena = await Arena.open();
const startedAt = performance.now();
let violations = 0;
for (let n = 0; n < schedules; n++) {
  const plan = scheduleOf(seed + n);
  const problems = await play(arena, plan);
  if (problems.length > 0) {
    violations += 1;
    console.log(`\nViolated by ${tell(plan)}\n${list(problems)}`);
    const least = await shrink(arena, plan);
    if (least.problems.length > 0) console.log(`\nAt the least ${tell(least.plan)}\n${list(least.problems)}`);
    else console.log('It did not come again in shorter schedules.');
    if (!values['keep-going']) break;
  } else if ((n + 1) % 50 === 0) console.log(`${n + 1} without a violation, ${perSchedule(n + 1)} ms each`);
}
await arena.close();
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`${violations} violations, seed ${seed}, ${minutes} minutes`);
process.exit(violations > 0 ? 1 : 0);

function perSchedule(played: number): number {
  return Math.round((performance.now() - startedAt) / played);
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `  - ${problem}`).join('\n');
}
