/**
 * Handler of `$connect`: stores a user's connection, unless the token is revoked, and confirms the subprotocol. A guest's connection is stored by
 * `initChat`, because its owner key is the chat id.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import { callerOf, type SocketEvent } from '../runtime/socket-event.ts';
import { putUserConnection } from '../store/connections.ts';

export const handler = async (event: SocketEvent): Promise<APIGatewayProxyStructuredResultV2> => {
  const caller = callerOf(event);
  if (caller.kind === 'user') {
    const isStored = await putUserConnection(caller, event.requestContext.connectionId, Date.now());
    if (!isStored) return { statusCode: 401 };
  }
  return { statusCode: 200, headers: { 'Sec-WebSocket-Protocol': SOCKET_PROTOCOL } };
};
