import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Path of a Chromium: the system's, else Playwright's own (fetched if it can be), else Debian's package, which
 * is installed. Throws, saying what to do, when there is none to be had.
 */
export function findBrowser(): string {
  const known = installedBrowser();
  if (known) return known;
  console.log('Installing a browser for the end-to-end tests (once) ...');
  const quiet = { stdio: 'ignore' } as const;
  spawnSync('playwright', ['install', 'chromium'], { ...quiet, timeout: 180_000 });
  const fetched = installed();
  if (fetched) return fetched;
  if (spawnSync('apt-get', ['update', '-qq'], quiet).status === 0)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  const found = installed();
  if (!found) throw new Error('No Chromium was found. Install one, or name it in BROWSER_PATH.');
  return found;
}

/** The Chromium that `BROWSER_PATH` names, or one that is there already. */
export const installedBrowser = (): string | undefined => process.env.BROWSER_PATH ?? installed();

function installed(): string | undefined {
  return [...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path));
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
];
