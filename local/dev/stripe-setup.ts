import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Stack } from '../stack.ts';
import { ROOT } from './build-and-synthesize.ts';
import { errorSummary } from './summarise-build-error.ts';

/**
 * Runs `npm run ops -- stripe setup` against the stack's emulated Stripe account, as an operator does. Rejects with an
 * error whose message is one line for the developer.
 */
export async function setUpStripe({ operator, stripe }: Stack): Promise<void> {
  const child = spawn(process.execPath, ['bin/ops.ts', 'stripe', 'setup'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...operator,
      STRIPE_API_KEY: stripe.apiKey,
    },
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new Error(`Stripe is not set up: ${errorSummary(output + errors)}`);
}
