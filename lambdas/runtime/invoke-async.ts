/**
 * Invokes another function asynchronously. Lambda delivers the payload at least once and retries a failed run. After
 * the last retry, the payload goes to the function's failure queue. Only the function that merges the search index has
 * no such queue, because a later change of the index starts another merge.
 */
import * as z from 'zod/mini';
import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import type { EnvName } from './env-names.ts';
import { once } from './once.ts';

const lambda = once(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ credentials, ...timeouts({ requestMs: 3_000 }) }) };
});

/** Loads the client while the caller waits for something else. After a failure, `invokeAsync` tries again. */
export function preloadInvoke(): void {
  lambda().catch(() => undefined);
}

/**
 * Invokes a function asynchronously, without waiting for its run. Resolves when Lambda has accepted the payload.
 * @param to name of the environment variable that holds the function's name
 */
export async function invokeAsync(to: EnvName, payload: unknown): Promise<void> {
  const { InvokeCommand, client } = await lambda();
  await client.send(
    new InvokeCommand({
      FunctionName: requireEnv(to),
      InvocationType: 'Event',
      Payload: JSON.stringify(payload),
    }),
  );
}

/**
 * Returns true when Lambda has certainly not accepted the invocation, because it refused the only attempt with a 4xx. A
 * lost response or a 5xx proves nothing. A refused retry proves nothing either, because the attempt before it may have
 * been accepted.
 */
export function wasRefused(error: unknown): boolean {
  const refusal = z.object({ $metadata: z.object({ httpStatusCode: z.number(), attempts: z.number() }) });
  const { success, data } = refusal.safeParse(error);
  if (!success) return false;
  const { httpStatusCode, attempts } = data.$metadata;
  return attempts === 1 && httpStatusCode >= 400 && httpStatusCode < 500;
}
