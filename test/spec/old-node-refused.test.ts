import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Module that is loaded before the tool, and makes the tool see an older Node. */
const OLDER = `data:text/javascript,Object.defineProperty(process,'version',{value:'v20.20.2'})`;

it.each([
  ['Vitest', 'vitest/vitest.mjs', ['list', '--project=integration', '--filesOnly']],
  ['Playwright', 'playwright/cli.js', ['test', '--list', '--config=test/e2e/playwright.config.ts']],
])('%s under an older Node says in one line what to do', (_, tool, args) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', OLDER, path.join(ROOT, 'node_modules', tool), ...args],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect({ status, output: stdout + stderr }).toEqual({
    status: 1,
    output: `The tests need Node 24, not v20.20.2. Put the project's own first: export PATH=$PWD/node_modules/.bin:$PATH\n`,
  });
});
