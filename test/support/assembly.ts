/** Makes what the local stack runs, as a deployment would: the site's bundle and the synthesized templates. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprintOf } from './fingerprint.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** Apart from `npm start`'s, so that a running stack is left alone. */
export const ASSEMBLY = path.join(ROOT, 'test-results/cdk.out');

/** The same with Stripe in place of test subscriptions. */
export const STRIPE_ASSEMBLY = path.join(ROOT, 'test-results/cdk.out-stripe');

/** As an operator would set it: mails go to the stack's outbox. */
const MAIL = { from: 'hello@example.com', confirmWaitlist: true };
const CONTEXTS = { [ASSEMBLY]: { mail: MAIL }, [STRIPE_ASSEMBLY]: { mail: MAIL, payments: 'stripe' } };

/** Of what the assemblies were made. */
const SOURCES = ['bin', 'lib', 'lambdas', 'cdk.json', 'package-lock.json', 'dist/web', 'test/support'];
const MADE_OF = path.join(ROOT, 'test-results/cdk.out-made-of');

const run = (...args: string[]): void => {
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
};

/**
 * Set-up of Vitest's and Playwright's runs. The site is built by the step before; a single test file may be run
 * without it. Assemblies that are made of the same sources are used again.
 */
export default function setup(): void {
  if (!existsSync(path.join(ROOT, 'dist/web/index.html')))
    run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web');
  const sources = fingerprintOf(ROOT, SOURCES);
  if (existsSync(MADE_OF) && readFileSync(MADE_OF, 'utf8') === sources) return;
  rmSync(MADE_OF, { force: true });
  run('test/support/synthesize.ts', JSON.stringify(CONTEXTS));
  writeFileSync(MADE_OF, sources);
}
