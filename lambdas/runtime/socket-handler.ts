/**
 * Wraps the handlers of client frames. An error becomes an ack with an error, because API Gateway does not send the
 * function's response to the client.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError, toErrorBody } from '#contract/error-codes';
import type { FrameOf, ServerFrame } from '#contract/socket';
import { clientFrame } from '#contract/socket';
import type { Caller } from './caller.ts';
import { post } from './connections-api.ts';
import { log } from './log.ts';
import { callerOf, type Party, partyOf, type SocketEvent } from './socket-event-and-caller.ts';
import { assertNotRevoked, type ReadRevocation } from './token-revocation.ts';

type HandledAction = 'initChat' | 'chat' | 'likeMessage' | 'stopReply';

export interface SocketContext<A extends HandledAction> {
  readonly frame: FrameOf<A>;
  readonly caller: Caller;
  readonly connectionId: string;
}

/** Source of a frame. `at` is in Unix milliseconds. */
export interface FrameOrigin {
  readonly connectionId: string;
  readonly party: Party;
  readonly at: number;
}

/**
 * Limits on the frames of a connection. The result `closing` means that this frame exceeds a limit: the handler
 * refuses the frame and calls `close`. The result `dropped` means that an earlier frame has exceeded a limit. If
 * `judge` returns `dropped`, the handler sends no ack.
 */
export interface FrameLimits {
  /** Judges any frame. Never throws: a frame that cannot be counted is allowed. */
  readonly judge: (origin: FrameOrigin) => Promise<'allowed' | 'closing' | 'dropped'>;
  /** Judges a frame that violates the contract, after `judge`. */
  readonly judgeInvalid: FrameLimits['judge'];
  /** Closes the connection, and refuses new connections of its party for 5 to 15 minutes. Never throws. */
  readonly close: (origin: FrameOrigin) => Promise<void>;
}

interface Checks {
  readonly limits: FrameLimits;
  /** Absent when the handler itself refuses revoked tokens, as `chat` does. */
  readonly readRevocation?: ReadRevocation;
}

const CLOSED = 'Too many requests that could not be answered. Please try again in 15 minutes.';

/**
 * Returns the Lambda handler of an action. The Lambda handler sends the result of `handle` as the ack. It sends no ack
 * if the result is undefined. For a `chat` frame, the reply worker sends the ack when the reply has ended.
 */
export function socketHandler<A extends HandledAction>(
  action: A,
  { limits, readRevocation }: Checks,
  handle: (context: SocketContext<A>) => Promise<unknown>,
) {
  return async (event: SocketEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const { connectionId, requestId } = event.requestContext;
    const origin = { connectionId, party: partyOf(event), at: Date.now() };
    let id = '';
    let reference = requestId;
    let judged = await limits.judge(origin);
    if (judged === 'dropped') return { statusCode: 200 };
    try {
      const body: unknown = parseJson(event.body);
      id = idOf(body);
      if (judged === 'closing') throw new AppError('too_many_requests', { message: CLOSED });
      const frame = clientFrame.safeParse(body);
      if (!frame.success || frame.data.action !== action) {
        judged = await limits.judgeInvalid(origin);
        throw new AppError('invalid_request', judged === 'closing' ? { message: CLOSED } : {});
      }
      // All functions log this id, so that a search of the logs finds every line about the message.
      reference = frame.data.id;
      const caller = callerOf(event);
      if (caller.kind === 'user') assertNotRevoked(await readRevocation?.(caller.owner), caller);
      // The check of `action` ensures this type, but TypeScript cannot narrow the union by a type parameter.
      const data = await handle({ frame: frame.data as FrameOf<A>, caller, connectionId });
      if (data !== undefined) await reply(connectionId, { type: 'ack', id, data });
    } catch (error) {
      const body = toErrorBody(error, reference);
      log(body.code === 'internal' ? 'ERROR' : 'INFO', 'socket event refused', {
        action,
        code: body.code,
        requestId: reference,
        ...(body.code === 'internal' && { cause: error }),
      });
      await reply(connectionId, { type: 'ack', id, error: body });
      if (judged === 'closing') await limits.close(origin);
    }
    return { statusCode: 200 };
  };
}

async function reply(connectionId: string, frame: ServerFrame): Promise<void> {
  await post(connectionId, frame).catch((cause: unknown) => log('WARN', 'ack not delivered', { cause }));
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new AppError('invalid_request');
  }
}

function idOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
    ? body.id.slice(0, 64)
    : '';
}
