/** Checks the payments. With `payments: stripe`, reads what is set up at Stripe. */

import { OpsError } from '../../operator-errors.ts';
import { adoptCredentials } from '../../set-aws-environment.ts';
import { readStripeState } from '../../stripe-commands.ts';
import { type Check, failure, ok, warning } from '../check.ts';

export const payments: Check = {
  name: 'payments',
  async look({ config, deployment, aws }) {
    if (config.payments === 'off') return ok('Nothing is sold.');
    if (config.payments === 'test')
      return ok(
        'Every user makes themselves Premium for nothing. Deploy with payments off or stripe before you invite strangers.',
      );
    if (deployment.outputs.WebhookUrl === undefined) return ok('Stripe is set up after the deployment.');
    const { credentials, region } = aws;
    await adoptCredentials({ credentials, region: async () => region });
    const setUp = (key: string) =>
      `STRIPE_API_KEY=${key} npm run ops -- stripe setup --stack ${deployment.name}`;
    const found = await readStripeState(deployment.name).catch(reasonOf);
    if (typeof found === 'string') return failure(found, setUp('sk_...'));
    if (!found)
      return warning(
        'Stripe is not set up: users who want to buy are told that payments are not available.',
        setUp('sk_...'),
      );
    const [{ state: mode } = { state: '' }, ...parts] = found;
    const bad = parts.filter(({ state }) => state !== 'ready');
    if (bad.length > 0)
      return failure(
        `At Stripe: ${bad.map(({ what, state }) => `${what} is ${state}`).join(', ')}.`,
        setUp('sk_...'),
      );
    return config.stage === 'prod' && mode === 'test'
      ? warning('Stripe is set up in test mode: nobody can pay.', setUp('sk_live_...'))
      : ok(`Stripe is set up, in ${mode} mode.`);
  },
};

function reasonOf(error: unknown): string {
  if (error instanceof OpsError) return error.message;
  throw error;
}
