import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { deviceId } from '#contract/request-fields';
import { type Caller, userOf } from './caller.ts';

/** Socket event. `authorizer` holds the context that `socket/authorize.ts` returned for `$connect`. */
export interface SocketEvent extends APIGatewayProxyWebsocketEventV2 {
  requestContext: APIGatewayProxyWebsocketEventV2['requestContext'] & {
    authorizer?: Readonly<Record<string, unknown>>;
    /** Missing in the type from `aws-lambda`. */
    identity?: { readonly userAgent?: string };
  };
  /** Present only in `$connect` events. */
  queryStringParameters?: Readonly<Record<string, string | undefined>>;
}

/** Returns the browser's User-Agent and its random id. The id (`device`) is undefined if it is missing or malformed. */
export function visitOf({ queryStringParameters: query, requestContext }: SocketEvent) {
  const { data: device } = deviceId.safeParse(query?.device);
  return { device, userAgent: requestContext.identity?.userAgent };
}

/** User or guest that a socket event comes from. All guests of one network address are one party. */
export interface Party {
  /** Owner key of a user, or hash of a guest's network address. */
  readonly who: string;
  /** True for a user, false for a guest. */
  readonly isOwner: boolean;
}

/** Returns the party of a connection, also when the user's token has expired. */
export function partyOf(event: SocketEvent): Party {
  const { sub, address } = event.requestContext.authorizer ?? {};
  return typeof sub === 'string'
    ? { who: sub, isOwner: true }
    : { who: String(address ?? ''), isOwner: false };
}

/**
 * Returns the connection's caller. A connection may outlive a user's token, so every call checks the token's expiry.
 * @throws AppError `session_expired`, `unauthorized`
 */
export function callerOf(event: SocketEvent, now = Date.now()): Caller {
  const context = event.requestContext.authorizer ?? {};
  if (context.kind === 'guest') return { kind: 'guest', address: String(context.address ?? '') };
  return userOf({ ...context, 'cognito:groups': context.groups }, now);
}
