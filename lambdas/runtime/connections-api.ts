/**
 * Sends frames to connections, and closes connections. The SDK's client is loaded at its first use, so that a cold
 * function reaches its first database call sooner.
 */
import type { ServerFrame } from '#contract/socket';
import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';
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
 * Sends one frame in one attempt of at most two seconds. Suits frames whose loss does little harm. For example, if a
 * chunk of a reply is lost, the worker sends the same text again, together with newer text.
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

export async function closeConnection(connectionId: string): Promise<void> {
  const { sdk, client } = await management();
  const close = () =>
    client.send(new sdk.DeleteConnectionCommand({ ConnectionId: connectionId })).catch((error: unknown) => {
      if (!(error instanceof sdk.GoneException)) throw error;
    });
  await retry(close, { tries: 2, pauseMs: 150 });
}

/**
 * Largest numbers of attempts. A throttled frame gets more: all frames of an AWS account in a region share one rate
 * limit, which many streaming replies may use up for some seconds.
 */
const TRIES = { otherwise: 3, throttled: 6 };

/**
 * Sends one frame that must arrive, in several attempts. The client may receive the frame more than once: API Gateway
 * may deliver the frame although its response is lost, and then the next attempt sends the frame again.
 */
export async function post(connectionId: string, frame: ServerFrame): Promise<'sent' | 'gone'> {
  const { sdk } = await management();
  // API Gateway answers with LimitExceededException (status 429) when the rate limit is used up. Any other error with
  // status 429 means the same.
  const isThrottled = (error: unknown) =>
    error instanceof sdk.ApiGatewayManagementApiServiceException && error.$metadata.httpStatusCode === 429;
  return retry(() => postOnce(connectionId, frame), {
    tries: (error) => (isThrottled(error) ? TRIES.throttled : TRIES.otherwise),
    pauseMs: 150,
  });
}
