import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { type Caller, userOf } from './caller.ts';

/** A socket event as API Gateway sends it; `authorizer` is what `socket/authorize.ts` returned as context. */
export interface SocketEvent extends APIGatewayProxyWebsocketEventV2 {
  requestContext: APIGatewayProxyWebsocketEventV2['requestContext'] & {
    authorizer?: Readonly<Record<string, unknown>>;
  };
}

/**
 * Caller that this connection belongs to; the token's expiry is checked at every event.
 * @throws AppError `session_expired`, `unauthorized`
 */
export function callerOf(event: SocketEvent, now = Date.now()): Caller {
  const context = event.requestContext.authorizer ?? {};
  if (context.kind === 'guest') return { kind: 'guest', address: String(context.address ?? '') };
  return userOf({ ...context, 'cognito:groups': context.groups }, now);
}
