/** Asynchronous work for another function: delivered at least once, retried by Lambda, at last put into its queue. */
import { credentials, once, timeouts } from './clients.ts';
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

/** Whether Lambda has certainly not taken the work: it said so, which a lost answer or a 5xx does not. */
export function wasRefused(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return false;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  const status = Number(metadata.httpStatusCode);
  return status >= 400 && status < 500;
}
