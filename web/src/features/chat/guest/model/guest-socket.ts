import { AppError, type ErrorCode } from '#contract/errors';
import { type AckData, fromWire } from '#contract/socket';
import type { SocketAction, SocketClient } from '../../../../lib/socket/client.ts';

export interface GuestSocketEvents {
  /** A message was answered; a guest's acknowledgement carries the reply itself (docs/spec.md 7.2). */
  readonly onAnswered: (ack: AckData<'chat'>) => void;
  /** `text`: what the person wrote, unless it was to take another message's place; then that one stays. */
  readonly onRefused: (code: ErrorCode, text: string | undefined) => void;
}

type Requests = Pick<SocketClient, 'request'>;

/** The socket as a guest's conversation uses it: what becomes of a message is told to the workspace as well. */
export function guestSocket(socket: Requests, events: GuestSocketEvents): Requests {
  return {
    async request(action, data, id) {
      try {
        const ack = await socket.request(action, data, id);
        if (isChatAck(action, ack)) events.onAnswered(ack);
        return ack;
      } catch (error) {
        if ('message' in data && error instanceof AppError)
          events.onRefused(error.code, data.replaces === undefined ? fromWire(data.message) : undefined);
        throw error;
      }
    },
  };
}

/** The compiler cannot follow an acknowledgement's type through its action. */
const isChatAck = (action: SocketAction, ack: AckData<SocketAction>): ack is AckData<'chat'> =>
  action === 'chat' && 'status' in ack;
