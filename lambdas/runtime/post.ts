import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { ServerFrame } from '#contract/socket';
import { credentials, once } from './clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

const management = once(
  () => new ApiGatewayManagementApiClient({ endpoint: requireEnv(ENV.socketEndpoint), credentials }),
);

/** Sends one frame to one connection; `gone` when the connection no longer exists. */
export async function post(connectionId: string, frame: ServerFrame): Promise<'sent' | 'gone'> {
  try {
    await management().send(
      new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(JSON.stringify(frame)) }),
    );
    return 'sent';
  } catch (error) {
    if (error instanceof GoneException) return 'gone';
    throw error;
  }
}
