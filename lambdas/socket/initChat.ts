/**
 * Handler of the frame `initChat` (docs/spec.md 7.2). A user gets a new chat. A guest gets the chat whose id the
 * browser has stored, or a new one.
 */
import { AppError } from '#contract/error-codes';
import type { AckData } from '#contract/socket';
import { isTemporaryChat } from '#contract/temporary-chats';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { createChat } from '../domain/chats/create-chat.ts';
import { frameLimits } from '../domain/connections/limit-frames.ts';
import { limitOpenConnections } from '../domain/connections/limit-open-connections.ts';
import { authoriseFrame } from '../domain/connections/sender-of-frame.ts';
import { createOrOpenGuestChat } from '../domain/guest/create-or-open-guest-chat.ts';
import { productName } from '../runtime/deployment-config.ts';
import { type SocketContext, socketHandler } from '../runtime/socket-handler.ts';
import { putGuestConnection } from '../store/connections-and-stop-requests.ts';
import { guestOwner } from '../store/owner-keys.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = socketHandler('initChat', { limits: frameLimits, readRevocation }, async (context) => {
  const opened = context.caller.kind === 'guest' ? await forGuest(context) : await forUser(context);
  return { ...opened, messages: [...opened.messages] } satisfies AckData<'initChat'>;
});

async function forUser({ frame, caller, connectionId }: SocketContext<'initChat'>) {
  const { owner } = authoriseFrame(caller, frame.data, '');
  const opened = await createChat(owner, {
    requestId: frame.id,
    productName: productName(),
    userName: caller.kind === 'user' ? caller.name : undefined,
    isTemporary: frame.data.isTemporary,
    projectId: frame.data.projectId,
  });
  const { messages, ...chat } = opened;
  // A temporary chat is in no list, but a tab that still runs an older client would list it.
  if (!isTemporaryChat(chat.chatId))
    await broadcastOrLog(owner, [{ type: 'chatCreated', data: chat }], connectionId);
  return opened;
}

const TOO_MANY_OPEN = 'This chat is open in too many places. Close some of them, then try again in a minute.';

/**
 * @throws AppError `too_many_requests` when the chat has too many open connections, and too few of them are old enough
 * to be closed
 */
async function forGuest({ frame, caller, connectionId }: SocketContext<'initChat'>) {
  const stored = frame.data.chatId;
  const { address } = authoriseFrame(caller, frame.data, stored ?? '');
  const opened = await createOrOpenGuestChat(stored, { productName: productName(), address });
  const owner = guestOwner(opened.chatId);
  const now = Date.now();
  await putGuestConnection(owner, connectionId, now);
  if (!(await limitOpenConnections(owner, connectionId, now)))
    throw new AppError('too_many_requests', { message: TOO_MANY_OPEN });
  return opened;
}
