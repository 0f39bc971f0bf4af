/**
 * Handler of `$connect`. A guest's connection is stored later, by `initChat`, because its key contains the chat's id,
 * which `$connect` does not know.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { toErrorBody } from '#contract/error-codes';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import { admitConnection } from '../domain/connections/admit-connection.ts';
import { log } from '../runtime/log.ts';
import { callerOf, partyOf, type SocketEvent, visitOf } from '../runtime/socket-event-and-caller.ts';

const STATUS = { admitted: 200, refused: 429, revoked: 401, busy: 503 };

export const handler = async (event: SocketEvent): Promise<APIGatewayProxyStructuredResultV2> => {
  const { connectionId } = event.requestContext;
  const origin = { connectionId, party: partyOf(event), at: Date.now() };
  try {
    const outcome = await admitConnection(callerOf(event), origin, visitOf(event));
    if (outcome === 'admitted')
      return { statusCode: STATUS.admitted, headers: { 'Sec-WebSocket-Protocol': SOCKET_PROTOCOL } };
    log('WARN', 'connection not admitted', { action: 'connect', status: outcome });
    return { statusCode: STATUS[outcome] };
  } catch (error) {
    // The error is not thrown, because Lambda would log its message, which may quote user data.
    const { code } = toErrorBody(error);
    const isInternal = code === 'internal';
    log(isInternal ? 'ERROR' : 'WARN', 'connection not admitted', {
      ...{ action: 'connect', code },
      ...(isInternal && { cause: error }),
    });
    return { statusCode: ALL_ERRORS[code].status };
  }
};
