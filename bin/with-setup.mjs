/**
 * `node bin/with-setup.mjs <script.ts> [args...]`: runs a script under the project's own Node (a package in
 * node_modules). The machine needs only Node 20 or later, with npm. Installs the dependencies first when they differ
 * from package-lock.json.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'node_modules/.bin');
const NODE = join(BIN, 'node');
const NODE_MAJOR = 'v24.';

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/**
 * True if npm's record in node_modules lists every package of package-lock.json in the same version. Optional packages
 * may be missing from the record.
 */
function isInstalled() {
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const installed = readJson('node_modules/.package-lock.json').packages;
  const wanted = Object.entries(readJson('package-lock.json').packages).filter(([path]) => path !== '');
  return wanted.every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

function install() {
  console.log('Installing the dependencies (once, about a minute) ...');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Tests find or install a browser themselves (`test/support/find-browser.ts`).
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const { status, error } = spawnSync('npm', args, { cwd: ROOT, env, stdio: 'inherit' });
  if (error) fail(`npm could not be started: ${error.message}`);
  if (status !== 0) fail('The dependencies could not be installed: see the messages of npm above.');
}

function checkNode() {
  const { stdout } = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith(NODE_MAJOR)) return;
  fail(
    'Node 24 is missing from node_modules: the install script of the package "node" did not run. ' +
      'Allow it (npm config get ignore-scripts must say false), then: npm rebuild node',
  );
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail('Usage: node bin/with-setup.mjs <script.ts> [args...]');
if (!isInstalled()) install();
checkNode();

const child = spawn(NODE, [resolve(ROOT, script), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
