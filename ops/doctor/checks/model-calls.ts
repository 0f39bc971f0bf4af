/** Calls each configured model in the way of a reply, for one token. */
import type { ModelSpec } from '#contract/config';
import { ModelError } from '../../../lambdas/models/model-port.ts';
import { streamReply } from '../../../lambdas/models/stream-reply.ts';
import { adoptCredentials } from '../../connection.ts';
import { type Check, ok, type Told, warning } from '../check.ts';

const LIMIT_MS = 60_000;

/** Advice by the name of Bedrock's exception. */
const MENDS: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'Wait 15 minutes for the subscription and try again; then https://repost.aws/knowledge-center/bedrock-resolve-marketplace-permission',
  ThrottlingException: 'Ask for a higher quota: see the findings of the check model quotas.',
  ResourceNotFoundException: 'docs/operate.md, Models and keys: configure another model',
  ValidationException: 'Report it with the message: the model does not take what this product sends.',
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
      MENDS[name] ?? 'Try again in a minute.',
    );
  }
}
