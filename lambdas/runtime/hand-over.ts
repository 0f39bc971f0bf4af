/** Asynchronous work for another function: delivered at least once, retried by Lambda, at last put into its queue. */
import * as z from 'zod/mini';
import { credentials, once, timeouts } from './aws-clients.ts';
import { requireEnv } from './env.ts';
import type { EnvName } from './env-names.ts';

const lambda = once(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ credentials, ...timeouts({ requestMs: 3_000 }) }) };
});

/** Loads the client while the caller waits for something else. */
export function prepareHandOver(): void {
  lambda().catch(() => undefined);
}

/** @param to the variable with the function's name */
export async function handOver(to: EnvName, payload: unknown): Promise<void> {
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
 * True where Lambda certainly has not taken the work: it refused the first try. A lost answer or a 5xx proves nothing,
 * and a refused try may follow one that was taken.
 */
export function wasRefused(error: unknown): boolean {
  const refusal = z.object({ $metadata: z.object({ httpStatusCode: z.number(), attempts: z.number() }) });
  const { success, data } = refusal.safeParse(error);
  if (!success) return false;
  const { httpStatusCode, attempts } = data.$metadata;
  return attempts === 1 && httpStatusCode >= 400 && httpStatusCode < 500;
}
