/**
 * Handler of `$disconnect`: deletes a user's connection row. A guest's row is deleted by its TTL or after the first
 * undeliverable frame.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { log } from '../runtime/log.ts';
import type { SocketEvent } from '../runtime/socket-event-and-caller.ts';
import { removeConnection } from '../store/connections-and-stop-requests.ts';

export const handler = async (event: SocketEvent): Promise<APIGatewayProxyStructuredResultV2> => {
  // `callerOf` is not used here, because it throws when the user's token has expired. The connection must be deleted
  // in that case too.
  const owner = event.requestContext.authorizer?.sub;
  if (typeof owner !== 'string') return { statusCode: 200 };
  try {
    await removeConnection(owner, event.requestContext.connectionId);
    return { statusCode: 200 };
  } catch (cause) {
    // The error is not thrown, because Lambda would log its message, which may quote user data.
    log('ERROR', 'connection not removed', { action: 'disconnect', cause });
    return { statusCode: 500 };
  }
};
