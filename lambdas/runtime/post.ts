/**
 * Frames to connections. The client is loaded when the first frame is sent, so that a cold function does its
 * first database call before it pays for it.
 */
import type { ServerFrame } from '#contract/socket';
import { credentials, once } from './clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

const management = once(async () => {
  const sdk = await import('@aws-sdk/client-apigatewaymanagementapi');
  const client = new sdk.ApiGatewayManagementApiClient({
    endpoint: requireEnv(ENV.socketEndpoint),
    credentials,
  });
  return { sdk, client };
});

/** Sends one frame to one connection; `gone` when the connection no longer exists. */
export async function post(connectionId: string, frame: ServerFrame): Promise<'sent' | 'gone'> {
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
