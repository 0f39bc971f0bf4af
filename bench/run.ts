/**
 * `npm run bench` runs all benches one after another. `npm run bench -- load opening` runs the benches `load` and
 * `opening`. With `--quick`, the benches that support this option repeat less or measure less.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';

const FOLDER = import.meta.dirname;

/** Returns the names of the scripts here that quote their own command, such as `node bench/load.ts`. */
export const benchNames = (): string[] =>
  globSync('*.ts', { cwd: FOLDER })
    .map((file) => path.basename(file, '.ts'))
    .filter((name) =>
      readFileSync(path.join(FOLDER, `${name}.ts`), 'utf8').includes(`\`node bench/${name}.ts`),
    )
    .sort();

const load = (): string => loadavg()[0]?.toFixed(1) ?? 'unknown';

function runAll(): void {
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const known = benchNames();
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`No bench is named ${unknown.join(', ')}. There are: ${known.join(', ')}`);
    process.exit(1);
  }
  const options = process.argv.includes('--quick') ? ['--quick'] : [];
  const failed: string[] = [];
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  for (const name of asked.length > 0 ? asked : known) {
    const before = load();
    console.log(`\n== ${name}`);
    const { status } = spawnSync(process.execPath, [path.join(FOLDER, `${name}.ts`), ...options], {
      stdio: 'inherit',
    });
    console.log(`  (${name}: load average ${before} before, ${load()} after)`);
    if (status !== 0) failed.push(name);
  }
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}`);
    process.exit(1);
  }
}

if (import.meta.main) runAll();
