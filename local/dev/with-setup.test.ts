import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ROOT } from './build-and-synthesize.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs a script by `with-setup.mjs`, in a project with one dependency and an npm that only prints its arguments. */
function givenProject({ installed }: { installed: string }) {
  const dir = mkdtempSync(path.join(tmpdir(), 'setup-'));
  folders.push(dir);
  for (const folder of ['bin', 'fake', 'node_modules/.bin'])
    mkdirSync(path.join(dir, folder), { recursive: true });
  const write = (file: string, text: string, mode = 0o644) =>
    writeFileSync(path.join(dir, file), text, { mode });
  const lock = (version: string) =>
    JSON.stringify({
      packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { version, optional: true } },
    });
  write('package-lock.json', lock('1.0.0'));
  write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/a': { version: installed } } }),
  );
  write('fake/npm', '#!/bin/sh\necho "npm $*"\n', 0o755);
  write('script.ts', 'console.log(process.argv.slice(2).join(" ")); process.exit(3);');
  copyFileSync(path.join(ROOT, 'bin/with-setup.mjs'), path.join(dir, 'bin/with-setup.mjs'));
  symlinkSync(process.execPath, path.join(dir, 'node_modules/.bin/node'));
  const { stdout, status } = spawnSync(
    process.execPath,
    [path.join(dir, 'bin/with-setup.mjs'), 'script.ts', '--port', '1'],
    { encoding: 'utf8', env: { ...process.env, PATH: `${path.join(dir, 'fake')}:${process.env.PATH}` } },
  );
  return { stdout, status };
}

it('runs the script at once, without a word, when all is installed', () => {
  expect(givenProject({ installed: '1.0.0' })).toEqual({ stdout: '--port 1\n', status: 3 });
});

it('installs first when an installed version differs from the lock file', () => {
  const { stdout, status } = givenProject({ installed: '0.9.0' });
  expect(stdout).toMatch(/^Installing .*\nnpm ci .*\n--port 1\n$/);
  expect(status).toBe(3);
});
