/** Handing work to another function, which Lambda tries again and at last puts into its queue. */
import { credentials, once } from './clients.ts';
import { requireEnv } from './env.ts';
import type { EnvName } from './env-names.ts';

const lambda = once(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ credentials }) };
});

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
