import * as z from 'zod/mini';
import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import type { EnvName } from './env-names.ts';
import { once } from './once.ts';

const lambda = once(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ credentials, ...timeouts({ requestMs: 3_000 }) }) };
});

/** Loads the client early. After a failure, `invokeAsync` tries again. */
export function preloadInvoke(): void {
  lambda().catch(() => undefined);
}

/**
 * Invokes a function. Resolves when Lambda has accepted the payload, which it delivers at least once.
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
 * True when Lambda has certainly not accepted the invocation: it refused the only attempt with a 4xx. After a lost
 * response, a 5xx or a retry, Lambda may have accepted an attempt.
 */
export function wasRefused(error: unknown): boolean {
  const refusal = z.object({ $metadata: z.object({ httpStatusCode: z.number(), attempts: z.number() }) });
  const { success, data } = refusal.safeParse(error);
  if (!success) return false;
  const { httpStatusCode, attempts } = data.$metadata;
  return attempts === 1 && httpStatusCode >= 400 && httpStatusCode < 500;
}
