/** `npm run ops -- stripe setup` against a stack, as an operator runs it against a deployment. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ADMIN_ACCESS_KEY } from '../iam/index.ts';
import type { Stack } from '../stack.ts';
import { REGION } from '../types.ts';
import { ROOT } from './build.ts';
import { tellingLine } from './telling-line.ts';

/** Makes the plans, the portal and the webhook, and stores the keys. Rejects with one line for people. */
export async function setUpStripe({ urls, stripe, caFile }: Stack): Promise<void> {
  const child = spawn(process.execPath, ['bin/ops.ts', 'stripe', 'setup'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: urls.hostedUi,
      AWS_ENDPOINT_URL_DYNAMODB: urls.dynamodb,
      AWS_ENDPOINT_URL_LAMBDA: urls.lambda,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: urls.secrets,
      AWS_ENDPOINT_URL_SESV2: urls.mail,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: ADMIN_ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: 'local',
      NODE_EXTRA_CA_CERTS: caFile,
      STRIPE_API_KEY: stripe.apiKey,
    },
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new Error(`Stripe is not set up: ${tellingLine(output + errors)}`);
}
