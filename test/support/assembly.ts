/** Makes what the local stack runs, as a deployment would: the site's bundle and the synthesized templates. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** Apart from `npm start`'s, so that a running stack is left alone. */
export const ASSEMBLY = path.join(ROOT, 'test-results/cdk.out');

/** The same with Stripe in place of test subscriptions. */
export const STRIPE_ASSEMBLY = path.join(ROOT, 'test-results/cdk.out-stripe');

/** As an operator would set it: mails go to the stack's outbox. */
const MAIL = { from: 'hello@example.com', confirmWaitlist: true };

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): void => {
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
};

/** Vitest's global set-up. The site is built by the step before; a single test file may be run without it. */
export default function setup(): void {
  if (!existsSync(path.join(ROOT, 'dist/web/index.html')))
    run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web']);
  synthesize(ASSEMBLY, {});
  synthesize(STRIPE_ASSEMBLY, { payments: 'stripe' });
}

function synthesize(into: string, context: Readonly<Record<string, string>>): void {
  const CDK_CONTEXT_JSON = JSON.stringify({ mail: JSON.stringify(MAIL), ...context });
  run(['bin/app.ts'], { CDK_OUTDIR: into, CDK_CONTEXT_JSON });
}
