/** Calls each configured model in the way of a reply, for one token. */
import type { ModelSpec } from '#contract/config';
import { ModelError } from '../../../lambdas/models/model-port.ts';
import { ModelRefusal, type RefusalCode } from '../../../lambdas/models/refusals.ts';
import { streamReply } from '../../../lambdas/models/stream-reply.ts';
import { adoptCredentials } from '../../connection.ts';
import { type Check, ok, type Told, warning } from '../check.ts';

const LIMIT_MS = 60_000;

const CONFIGURE = 'docs/operate.md, Models and keys: configure another model';
/** Advice by refusal. */
const MENDS: Readonly<Record<RefusalCode, string>> = {
  subscription_missing:
    'Wait 15 minutes for the subscription and try again; then https://repost.aws/knowledge-center/bedrock-resolve-marketplace-permission',
  payment_missing: 'Give the account a payment method in the console, Billing, then try again.',
  use_case_missing: 'Open any Claude model in the Bedrock console, Model catalog, and send the form.',
  access_denied: 'https://console.aws.amazon.com/support, or configure another model',
  role_denied: 'Give your role bedrock:InvokeModelWithResponseStream.',
  key_refused: 'Put the right key into the secret of the model.',
  model_retired: CONFIGURE,
  model_unknown: CONFIGURE,
  profile_needed: 'Put us., eu. or global. before its modelId.',
  quota_used_up: 'Ask for a higher quota: see the findings of the check model quotas.',
  settings_unfit: 'Lower its maxOutputTokens, or configure another model.',
};

export const modelCalls: Check = {
  name: 'model calls',
  async look({ config, aws }) {
    const { credentials, region } = aws;
    await adoptCredentials({ credentials, region: async () => region });
    return Promise.all(config.models.map(call));
  },
};

async function call(model: ModelSpec): Promise<Told> {
  const startedAt = performance.now();
  try {
    const reply = streamReply({
      model,
      system: 'You answer with one word.',
      messages: [{ role: 'user', text: 'Hello' }],
      maxOutputTokens: 1,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    for await (const _ of reply);
    return ok(`${model.displayName} answered in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
  } catch (error) {
    const cause = error instanceof ModelError ? error.cause : error;
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
    return warning(
      `${model.displayName} did not answer: ${name}: ${message}`,
      error instanceof ModelRefusal ? MENDS[error.code] : 'Try again in a minute.',
    );
  }
}
