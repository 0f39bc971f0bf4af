import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'bundle-'));
  writeFileSync(path.join(dir, 'index.mjs'), 'export const handler = "loaded";');
});
afterEach(() => rmSync(dir, { recursive: true }));

/**
 * Loads the bundle in a process of its own, because the worker of the tests has no modules in `node:vm`. Returns what
 * the process printed: the handler, or the error.
 * @param before statements that run first, with `fs` and `dir`
 */
function loadInProcess(before = ''): string {
  const program = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const dir = ${JSON.stringify(dir)};
    ${before}
    syncBuiltinESMExports();
    const { loadBundle } = await import(${JSON.stringify(path.join(import.meta.dirname, 'load-bundle.ts'))});
    const { handler } = await loadBundle(dir + '/index.mjs', dir + '/code');
    console.log(handler);`;
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8' });
  return stdout + stderr;
}

it('keeps the compiled code for other processes', () => {
  expect(loadInProcess()).toBe('loaded\n');
  expect(readdirSync(path.join(dir, 'code'))).toEqual([
    expect.stringMatching(/^[0-9a-f]{40}-v.*-whole\.code$/),
  ]);
});

it.each([
  ['before code is written there', 'mkdirSync'],
  ['before code is renamed there', 'writeFileSync'],
])('loads a bundle when another process removes the folder of compiled code %s', (_, step) => {
  const output = loadInProcess(`
    const original = fs.${step};
    fs.${step} = (...values) => {
      original(...values);
      fs.renameSync(dir + '/code', dir + '/removed');
    };`);
  expect(output).toBe('loaded\n');
  expect(readdirSync(dir)).toContain('removed');
});
