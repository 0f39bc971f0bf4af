import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';
const quiet = { stdio: 'ignore', timeout: 180_000 } as const;

/**
 * Returns the path of the browser for tests: Chromium's headless shell, in which tests take about two thirds of the
 * time (decision 0140). Installs it once if possible, otherwise returns a whole Chromium.
 */
export function findTestBrowser(): string {
  const known = process.env.BROWSER_PATH ?? installedShell();
  if (known) return known;
  // With a whole Chromium installed, skip the download of Playwright's shell, which might fail at each run.
  if (!installPackage('chromium-headless-shell') && !installed()) {
    console.log("Installing Playwright's browser for the tests (once) ...");
    spawnSync('playwright', ['install', '--only-shell', 'chromium'], quiet);
  }
  return installedShell() ?? findBrowser();
}

/**
 * Returns the path of a whole Chromium, as users have it: the system's, else Playwright's own (downloaded if
 * possible), else Debian's package, which is installed. Throws if none can be installed, and says what to do.
 */
export function findBrowser(): string {
  const known = process.env.BROWSER_PATH ?? installed();
  if (known) return known;
  console.log('Installing a browser (once) ...');
  spawnSync('playwright', ['install', 'chromium'], quiet);
  if (!installed()) installPackage('chromium');
  const found = installed();
  if (!found) throw new Error('No Chromium was found. Install one, or name it in BROWSER_PATH.');
  return found;
}

/** Returns the browser that `findTestBrowser` takes if it need not install one. */
export const installedBrowser = (): string | undefined =>
  process.env.BROWSER_PATH ?? installedShell() ?? installed();

const installed = (): string | undefined =>
  [...SYSTEM, chromium.executablePath()].find((file) => file && existsSync(file));

/** Playwright keeps its shell beside its Chromium: `chromium-1255`, `chromium_headless_shell-1255`. */
function installedShell(): string | undefined {
  if (existsSync(SYSTEM_SHELL)) return SYSTEM_SHELL;
  const [folder = ''] = chromium.executablePath().match(/^.*[\\/]chromium-\d+(?=[\\/])/) ?? [];
  const shell = folder.replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1');
  return shell ? globSync(path.join(shell, '*/{chrome-headless-shell,headless_shell}{,.exe}'))[0] : undefined;
}

/** Installs a package of Debian. Returns false if this is another system or the user may not install. */
function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0) return false;
  console.log(`Installing ${name} (once) ...`);
  if (spawnSync('apt-get', ['update', '-qq'], quiet).status !== 0) return false;
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet).status === 0;
}

/** Flags that Chromium needs headless, as root, and without a network beyond loopback. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A whole Chromium keeps sites and sandboxed frames in processes of their own by itself; its headless shell does not.
  '--site-per-process',
];
