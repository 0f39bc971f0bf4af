/** `$disconnect`: forgets a user's connection. A guest's row goes with its TTL or the first undeliverable frame. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { SocketEvent } from '../runtime/socket-event.ts';
import { removeConnection } from '../store/connections.ts';

export const handler = async (event: SocketEvent): Promise<APIGatewayProxyStructuredResultV2> => {
  // Not `callerOf`: a session that has expired must still be able to disconnect.
  const owner = event.requestContext.authorizer?.sub;
  if (typeof owner === 'string') await removeConnection(owner, event.requestContext.connectionId);
  return { statusCode: 200 };
};
