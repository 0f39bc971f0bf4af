/** Makes what the local stack runs, as a deployment would: the site's bundle and the synthesized templates. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Allowance, Audience, ModelSpec } from '#contract/deployment-config';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import { packJson } from '../../lib/pack-json-for-environment-variable.ts';
import { ensureCertificates } from '../../local/certificates/certificates.ts';
import { fingerprintOf } from './fingerprint.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** Not the folder of `npm start`, so that a running stack keeps its templates. */
export const ASSEMBLY = path.join(ROOT, 'test-results/cdk.out');

/** Assembly with Stripe in place of test subscriptions. */
export const STRIPE_ASSEMBLY = path.join(ROOT, 'test-results/cdk.out-stripe');

/** Folder of the certificates of all test stacks, so that their functions can run in the same processes. */
export const CERTIFICATES = path.join(ROOT, 'test-results/certificates');

/** As an operator would set it: mails go to the stack's outbox. With Stripe, the audience of shares is the default. */
const MAIL = { from: 'hello@example.com', confirmWaitlist: true };
const CONTEXTS = {
  [ASSEMBLY]: { mail: MAIL, sharing: 'anyone' },
  [STRIPE_ASSEMBLY]: { mail: MAIL, payments: 'stripe' },
};

/** Sources of the assemblies. */
const SOURCES = ['bin', 'lib', 'lambdas', 'cdk.json', 'package-lock.json', 'dist/web', 'test/support'];
const MADE_OF = path.join(ROOT, 'test-results/cdk.out-made-of');
/** Sources of the site. */
const SITE_SOURCES = ['web', 'lambdas/contract', 'package-lock.json'];
const SITE_MADE_OF = path.join(ROOT, 'dist/web-made-of');

/** As an operator runs it: Vitest's own NODE_ENV would have the site built with React for development. */
const run = (...args: string[]): void => {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env });
};

/**
 * Set-up of Vitest's and Playwright's runs. Builds the site and the assemblies, since a single test file may be run
 * without the build before it. Reuses them if their sources have not changed.
 */
export default async function setup(): Promise<void> {
  unlessMade(SITE_SOURCES, SITE_MADE_OF, () =>
    run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web'),
  );
  unlessMade(SOURCES, MADE_OF, () => run('test/support/synthesize.ts', JSON.stringify(CONTEXTS)));
  await ensureCertificates(CERTIFICATES);
}

/** Settings of functions in place of the templates'. */
export interface OtherSettings {
  readonly models?: readonly ModelSpec[] | undefined;
  readonly allowances?: Readonly<Record<Audience, Allowance>> | undefined;
}

/** Copies an assembly with other settings, and returns the copy's folder. Assets are linked, not copied. */
export function withSettings(assembly: string, { models, allowances }: OtherSettings): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'parley-settings-'));
  for (const name of readdirSync(assembly)) {
    const from = path.join(assembly, name);
    if (!name.endsWith('.template.json')) symlinkSync(from, path.join(copy, name));
    else {
      const template = readFileSync(from, 'utf8');
      const withModels = replaceVariable(template, ENV.models, models && packJson(models));
      const text = replaceVariable(withModels, ENV.allowances, allowances && JSON.stringify(allowances));
      writeFileSync(path.join(copy, name), text);
    }
  }
  return copy;
}

/** Replaces an environment variable of all functions, unless `value` is undefined. */
const replaceVariable = (template: string, name: string, value: string | undefined): string =>
  value === undefined
    ? template
    : template.replace(
        new RegExp(String.raw`"${name}": "(?:[^"\\]|\\.)+"`, 'g'),
        () => `"${name}": ${JSON.stringify(value)}`,
      );

/** Runs `make` if the sources have changed since the last run, and stores their fingerprint in the file `record`. */
function unlessMade(from: readonly string[], record: string, make: () => void): void {
  const sources = fingerprintOf(ROOT, from);
  if (existsSync(record) && readFileSync(record, 'utf8') === sources) return;
  rmSync(record, { force: true });
  make();
  writeFileSync(record, sources);
}
