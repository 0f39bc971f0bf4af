import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { connectStripe } from '../lambdas/runtime/stripe.ts';
import { type BillingDeployment, connectToBilling } from './connect-to-deployment.ts';
import {
  readObjectStates,
  type StoredSecret,
  type StripeObjectState,
} from './find-and-compare-stripe-objects.ts';
import { operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';
import { setUp } from './set-up-stripe-objects.ts';

const STEP = {
  what: ({ what }: StripeObjectState) => what,
  state: ({ state }: StripeObjectState) => state,
  detail: ({ detail }: StripeObjectState) => detail,
};

export const stripeSetup = operatorCommand({
  name: 'stripe setup',
  summary: 'makes plans, webhook and portal at Stripe',
  help: `Makes what the deployment needs at Stripe, or brings it up to date: the product, a price for each plan, the
webhook's endpoint and the portal's configuration. Then it stores the key and the webhook's secret where the functions
read them; they notice within five minutes. Running it again changes nothing that is as it should be.

  STRIPE_API_KEY     in the environment: the account's secret key (sk_...), or a restricted one (rk_...) that may write
                     customers, products, prices, checkout sessions, subscriptions, the customer portal and webhook
                     endpoints, and read events
  --replace-live     stores a test key although the deployment has a live one. The customers and subscriptions of the
                     live mode are then unknown to it.
`,
  options: { 'replace-live': { type: 'boolean' } },
  async act({ values, print, note }) {
    const apiKey = keyInEnvironment();
    const { deployment, secret } = await open(textOf(values.stack));
    const kept = await secret.read();
    if (modeOf(kept.apiKey ?? '') === 'live' && modeOf(apiKey) === 'test' && values['replace-live'] !== true)
      throw new OpsError(
        'STRIPE_API_KEY is a test key, and the deployment sells with a live one. Nothing was changed. See --replace-live in --help.',
      );
    const stripe = await connectStripe(apiKey);
    note(`${modeOf(apiKey)} mode.`);
    const steps = await withReadableErrors(() =>
      setUp({ stripe, deployment, apiKey, kept, keep: secret.write }),
    );
    print(steps, STEP);
  },
});

export const stripeStatus = operatorCommand({
  name: 'stripe status',
  summary: 'shows what is set up at Stripe',
  help: `Shows what is set up at Stripe, with the key that the deployment uses, and whether that key is for tests.
`,
  async act({ values, print }) {
    const found = await readStripeState(textOf(values.stack));
    if (!found) throw new OpsError('Nothing is set up yet: see npm run ops -- stripe setup --help');
    print(found, STEP);
  },
});

/** Returns the mode of the stored key and the state of each object at Stripe; undefined while no key is stored. */
export async function readStripeState(stack: string | undefined): Promise<StripeObjectState[] | undefined> {
  const { deployment, secret } = await open(stack);
  const kept = await secret.read();
  if (!kept.apiKey) return undefined;
  const stripe = await connectStripe(kept.apiKey);
  const found = await withReadableErrors(() => readObjectStates(stripe, deployment, kept));
  return [{ what: 'mode', state: modeOf(kept.apiKey) }, ...found];
}

function keyInEnvironment(): string {
  const key = process.env.STRIPE_API_KEY?.trim() ?? '';
  if (/^[sr]k_(?:test|live)_\w+$/.test(key)) return key;
  throw new OpsError(
    key === ''
      ? 'STRIPE_API_KEY is missing in the environment: the secret key of your Stripe account.'
      : 'STRIPE_API_KEY is no secret key: those begin with sk_ or rk_.',
  );
}

const modeOf = (apiKey: string): string => (/^[sr]k_live_/.test(apiKey) ? 'live' : 'test');

async function open(stack: string | undefined) {
  const deployment = await connectToBilling(stack);
  return { deployment, secret: secretAt(deployment) };
}

function secretAt({ secretArn: SecretId }: BillingDeployment) {
  const client = new SecretsManagerClient({});
  return {
    async read(): Promise<StoredSecret> {
      const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
      return JSON.parse(SecretString);
    },
    async write(kept: StoredSecret): Promise<void> {
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(kept) }));
    },
  };
}

/** Turns an error of Stripe into an OpsError. Stripe's messages can be shown: they mask API keys. */
async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new OpsError(`Stripe refused: ${error.message}`, { cause: error });
  }
}
