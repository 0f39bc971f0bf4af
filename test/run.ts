/**
 * `npm test`: every check, in the order in which a mistake is cheapest to find. `npm test -- unit e2e` runs
 * just the named ones (and the build where they need it).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { findTestBrowser } from './support/find-browser.ts';

interface Step {
  readonly name: string;
  readonly run: () => Command;
  /** File in which the step leaves a machine-readable report of its tests. */
  readonly report?: string;
}
interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const REPORTS = 'test-results';
/** Node's compile cache, for all processes of all steps: hundreds of them import the same packages. */
const COMPILED = path.resolve('node_modules/.cache/node');
const script = (name: string): Command => ({ command: 'npm', args: ['run', '--silent', name] });
const inBrowser = () => ({ BROWSER_PATH: findTestBrowser() });
/** One worker more than cores, because tests also wait. */
const WORKERS = Math.min(4, availableParallelism() + 1);
/** Bytes of memory that a worker of `integration` and the processes of its functions take at most. */
const STACK_WORKER_MEMORY = 2.5 * 2 ** 30;
/** Two workers more than cores where the memory allows it, because tests on a stack wait more. */
const STACK_WORKERS = Math.max(
  1,
  Math.min(4, availableParallelism() + 2, Math.floor(totalmem() / STACK_WORKER_MEMORY)),
);
const vitest = (
  project: string,
  { env = () => ({}), workers = WORKERS }: { env?: () => Command['env']; workers?: number } = {},
): Step => ({
  name: project,
  report: `${REPORTS}/${project}.json`,
  run: () => ({
    command: 'vitest',
    args: [
      'run',
      `--project=${project}`,
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORTS}/${project}.json`,
    ],
    env: env(),
  }),
});

const STEPS: readonly Step[] = [
  { name: 'lint', run: () => script('lint') },
  { name: 'types', run: () => script('types') },
  vitest('unit', { env: inBrowser }),
  vitest('components', { env: inBrowser }),
  { name: 'build', run: () => script('build') },
  vitest('infra'),
  vitest('integration', { workers: STACK_WORKERS }),
  {
    name: 'e2e',
    report: `${REPORTS}/e2e.json`,
    run: () => ({
      command: 'playwright',
      args: ['test', '--config=test/e2e/playwright.config.ts'],
      env: inBrowser(),
    }),
  },
];

/** Tests passed, failed and skipped, from the report of vitest or Playwright. */
function countTests(report: string): [passed: number, failed: number, skipped: number] {
  const json = JSON.parse(readFileSync(report, 'utf8'));
  if (json.stats) return [json.stats.expected, json.stats.unexpected + json.stats.flaky, json.stats.skipped];
  return [json.numPassedTests, json.numFailedTests, json.numPendingTests + json.numTodoTests];
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !STEPS.some((step) => step.name === name));
if (unknown) {
  console.error(
    `There is no check named ${unknown}. There are: ${STEPS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total = [0, 0, 0];
for (const step of STEPS) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  const startedAt = performance.now();
  console.log(`\n== ${step.name}`);
  const { command, args, env } = step.run();
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env },
  });
  if (error) console.error(`${step.name} could not be started: ${error.message}`);
  if (step.report && existsSync(step.report))
    for (const [i, n] of countTests(step.report).entries()) total[i] = (total[i] ?? 0) + n;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${step.name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) {
    console.log(`\n${total[0]} passed, ${Math.max(1, total[1] ?? 0)} failed`);
    process.exit(1);
  }
}
console.log(`\n${total[0]} passed, ${total[1]} failed, ${total[2]} skipped`);
