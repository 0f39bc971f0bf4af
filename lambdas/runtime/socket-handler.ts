/**
 * Wraps every socket handler: parses the frame, identifies the caller, calls the handler and sends the ack. An error
 * becomes an ack with an error. The function itself always succeeds, because a socket integration returns no response
 * to the client.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError, toErrorBody } from '#contract/errors';
import type { FrameOf, ServerFrame } from '#contract/socket';
import { clientFrame } from '#contract/socket';
import type { Caller } from './caller.ts';
import { log } from './log.ts';
import { post } from './post-frame.ts';
import { assertNotRevoked, type ReadRevocation } from './revocation.ts';
import { callerOf, type SocketEvent } from './socket-event.ts';

type HandledAction = 'initChat' | 'chat' | 'likeMessage' | 'stopReply';

export interface SocketContext<A extends HandledAction> {
  readonly frame: FrameOf<A>;
  readonly caller: Caller;
  readonly connectionId: string;
}

/**
 * Returns a function that handles one action. The result of `handle` is acknowledged at once. `undefined` means that
 * the ack comes later: the reply worker acknowledges a `chat` frame when its reply has ended.
 * @param readRevocation undefined when `handle` itself refuses revoked tokens, by what it reads anyway
 */
export function socketHandler<A extends HandledAction>(
  action: A,
  readRevocation: ReadRevocation | undefined,
  handle: (context: SocketContext<A>) => Promise<unknown>,
) {
  return async (event: SocketEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const { connectionId, requestId } = event.requestContext;
    let id = '';
    try {
      const body: unknown = parseJson(event.body);
      id = idOf(body);
      const caller = callerOf(event);
      const frame = clientFrame.safeParse(body);
      if (!frame.success || frame.data.action !== action) throw new AppError('invalid_request');
      if (caller.kind === 'user') assertNotRevoked(await readRevocation?.(caller.owner), caller);
      // The comparison above ensures this type, but TypeScript cannot narrow the union by a type parameter.
      const data = await handle({ frame: frame.data as FrameOf<A>, caller, connectionId });
      if (data !== undefined) await reply(connectionId, { type: 'ack', id, data });
    } catch (error) {
      const body = toErrorBody(error, requestId);
      log(body.code === 'internal' ? 'ERROR' : 'INFO', 'socket event refused', {
        action,
        code: body.code,
        requestId,
        ...(body.code === 'internal' && { cause: error }),
      });
      await reply(connectionId, { type: 'ack', id, error: body });
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
