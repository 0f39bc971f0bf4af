/**
 * Frames to connections. The client is loaded when the first frame is sent, so that a cold function does its
 * first database call before it pays for it.
 */
import type { ServerFrame } from '#contract/socket';
import { credentials, once, timeouts } from './aws-clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { retry } from './retry.ts';

const management = once(async () => {
  const sdk = await import('@aws-sdk/client-apigatewaymanagementapi');
  const client = new sdk.ApiGatewayManagementApiClient({
    endpoint: requireEnv(ENV.socketEndpoint),
    credentials,
    ...timeouts({ requestMs: 2_000, attempts: 1 }),
  });
  return { sdk, client };
});

/**
 * Sends one frame to one connection, in one try of two seconds; `gone` when the connection no longer exists. For what
 * later frames make up for, as the next piece of a reply does.
 */
export async function postOnce(connectionId: string, frame: ServerFrame): Promise<'sent' | 'gone'> {
  const { sdk, client } = await management();
  try {
    await client.send(
      new sdk.PostToConnectionCommand({
        ConnectionId: connectionId,
        Data: Buffer.from(JSON.stringify(frame)),
      }),
    );
    return 'sent';
  } catch (error) {
    if (error instanceof sdk.GoneException) return 'gone';
    throw error;
  }
}

/** Sends one frame to one connection, in up to three tries, so that it may arrive more than once. */
export const post = (connectionId: string, frame: ServerFrame): Promise<'sent' | 'gone'> =>
  retry(() => postOnce(connectionId, frame), { tries: 3, pauseMs: 150 });
