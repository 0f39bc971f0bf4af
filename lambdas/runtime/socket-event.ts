import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { deviceId } from '#contract/request-fields';
import { type Caller, userOf } from './caller.ts';

/**
 * Socket event as API Gateway sends it. `authorizer` holds the context that the authorizer of `$connect`
 * (`socket/authorize.ts`) returned.
 */
export interface SocketEvent extends APIGatewayProxyWebsocketEventV2 {
  requestContext: APIGatewayProxyWebsocketEventV2['requestContext'] & {
    authorizer?: Readonly<Record<string, unknown>>;
    /** API Gateway sends this field, which the type from `aws-lambda` lacks. */
    identity?: { readonly userAgent?: string };
  };
  /** Present only in `$connect` events. */
  queryStringParameters?: Readonly<Record<string, string | undefined>>;
}

/**
 * Describes the browser that opens a connection: its User-Agent header, and as `device` the random id that the browser
 * keeps. `device` is undefined when the id is missing or malformed.
 */
export function visitOf({ queryStringParameters: query, requestContext }: SocketEvent) {
  const { data: device } = deviceId.safeParse(query?.device);
  return { device, userAgent: requestContext.identity?.userAgent };
}

/**
 * User or guest that a socket event comes from. Guests of one network address are one party. The connections that a
 * party opens are counted together (`domain/connections/admit-connection.ts`).
 */
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
 * Returns the caller to whom the connection belongs. Checks the expiry of a user's token at every event, because a
 * connection may outlive its token.
 * @throws AppError `session_expired`, `unauthorized`
 */
export function callerOf(event: SocketEvent, now = Date.now()): Caller {
  const context = event.requestContext.authorizer ?? {};
  if (context.kind === 'guest') return { kind: 'guest', address: String(context.address ?? '') };
  return userOf({ ...context, 'cognito:groups': context.groups }, now);
}
