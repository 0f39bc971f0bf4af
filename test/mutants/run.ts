/**
 * `npm run mutants [-- parts of names...]`: applies each mutant in a copy of the tree, and runs the test that must
 * fail. Exits with 1 when that test passes or cannot run (docs/testing.md).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MUTANTS, occurrences, projectOf } from './index.ts';
import type { Mutant } from './mutant.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const AT_ONCE = 2;
/** Files that integration tests make first, and reuse while the sources are the same. */
const MADE = ['dist', 'test-results/cdk.out', 'test-results/cdk.out-stripe', 'test-results/cdk.out-made-of'];

/** A mutant may turn a loop into an endless one, which no test's own time limit ends. */
const PATIENCE_MS = 15 * 60_000;
const running = new Set<ChildProcess>();

type Outcome = 'killed' | 'SURVIVED' | 'BROKEN';

const copies: string[] = [];

function copyOfTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  copies.push(copy);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
  for (const file of [...files, ...MADE.filter((made) => existsSync(path.join(ROOT, made)))])
    cpSync(path.join(ROOT, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** Runs the tests of some mutants, all of one project, in the copy. */
async function testsIn(copy: string, mutants: readonly Mutant[]): Promise<Report | undefined> {
  const [first] = mutants;
  if (!first) return undefined;
  const report = path.join(copy, 'mutants.json');
  rmSync(report, { force: true });
  const isWhole = mutants.some(({ title }) => title === undefined);
  const titles = mutants.map(({ title = '' }) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const files = new Set(mutants.map(({ test }) => test));
  const args = ['run', `--project=${projectOf(first)}`, ...files, ...(isWhole ? [] : ['-t', titles])];
  const child = spawn(
    path.join(copy, 'node_modules/.bin/vitest'),
    [...args, '--reporter=json', `--outputFile.json=${report}`],
    { cwd: copy, stdio: 'ignore' },
  );
  running.add(child);
  const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  clearTimeout(impatient);
  running.delete(child);
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined;
}

/** A test that cannot even begin has noticed nothing: only a failed one has. */
function outcomeOf(report: Report | undefined): Outcome {
  if (!report || report.numPassedTests + report.numFailedTests === 0) return 'BROKEN';
  return report.numFailedTests > 0 ? 'killed' : 'SURVIVED';
}

async function mutated(copy: string, mutant: Mutant): Promise<Outcome> {
  const file = path.join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  if (occurrences(mutant, source) !== 1) return 'BROKEN';
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    return outcomeOf(await testsIn(copy, [mutant]));
  } finally {
    writeFileSync(file, source);
  }
}

/** Checks that the tests pass without a mutant: a test that fails anyway would not notice a removed control. */
async function requireSound(copy: string, mutants: readonly Mutant[]): Promise<void> {
  for (const [project, some = []] of Object.entries(Object.groupBy(mutants, projectOf))) {
    const report = await testsIn(copy, some);
    if (outcomeOf(report) === 'SURVIVED') continue;
    const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
    const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    console.error(`Of the ${project} tests, some fail with every control in place: ${failed.join('; ')}`);
    process.exit(1);
  }
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const parts = process.argv.slice(2);
const isWanted = ({ name, test }: Mutant) => parts.some((part) => name.includes(part) || test.includes(part));
const chosen = parts.length === 0 ? MUTANTS : MUTANTS.filter(isWanted);
const waiting = [...chosen];
const unnoticed: string[] = [];

async function work(copy: string): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const startedAt = performance.now();
    const outcome = await mutated(copy, mutant);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${outcome.padEnd(8)} ${mutant.name} (${mutant.test}, ${seconds} s)`);
    if (outcome !== 'killed') unnoticed.push(mutant.name);
  }
}

if (chosen.length === 0) {
  console.error(`No mutant has ${parts.join(' or ')} in its name or its test.`);
  process.exit(1);
}
const [first = '', ...others] = Array.from({ length: Math.min(AT_ONCE, chosen.length) }, copyOfTree);
await requireSound(first, chosen);
await Promise.all([first, ...others].map(work));
console.log(`\n${chosen.length - unnoticed.length} of ${chosen.length} killed`);
for (const name of unnoticed) console.log(`not killed: ${name}`);
if (unnoticed.length > 0) process.exit(1);
