import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { deviceId } from '#contract/request-fields';
import { type Caller, userOf } from './caller.ts';

/** Socket event as API Gateway sends it. `authorizer` holds the context that `socket/authorize.ts` returned. */
export interface SocketEvent extends APIGatewayProxyWebsocketEventV2 {
  requestContext: APIGatewayProxyWebsocketEventV2['requestContext'] & {
    authorizer?: Readonly<Record<string, unknown>>;
    /** API Gateway sends it, although the event's type lacks it. */
    identity?: { readonly userAgent?: string };
  };
  /** Present only in `$connect` events. */
  queryStringParameters?: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the browser that opens a connection: its User-Agent, and as `device` the random id that it keeps. `device` is
 * undefined when the id is missing or malformed.
 */
export function visitOf({ queryStringParameters: query, requestContext }: SocketEvent) {
  const { data: device } = deviceId.safeParse(query?.device);
  return { device, userAgent: requestContext.identity?.userAgent };
}

/** User, or network address of a guest, whose connections and frames are counted together. */
export interface Party {
  /** User's id, or hash of a guest's network address. */
  readonly who: string;
  /** True for a user, whose id is an owner key. */
  readonly isOwner: boolean;
}

/** Returns the party of a connection, also when its session has expired. */
export function partyOf(event: SocketEvent): Party {
  const { sub, address } = event.requestContext.authorizer ?? {};
  return typeof sub === 'string'
    ? { who: sub, isOwner: true }
    : { who: String(address ?? ''), isOwner: false };
}

/**
 * Returns the caller to whom the connection belongs. The token's expiry is checked at every event.
 * @throws AppError `session_expired`, `unauthorized`
 */
export function callerOf(event: SocketEvent, now = Date.now()): Caller {
  const context = event.requestContext.authorizer ?? {};
  if (context.kind === 'guest') return { kind: 'guest', address: String(context.address ?? '') };
  return userOf({ ...context, 'cognito:groups': context.groups }, now);
}
