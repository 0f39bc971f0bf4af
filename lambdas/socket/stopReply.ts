/** Handler of the frame `stopReply`: stores a stop request for the worker. */
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import type { AckData } from '#contract/socket';
import { frameLimits } from '../domain/connections/limit-frames.ts';
import { authoriseFrame } from '../domain/connections/sender-of-frame.ts';
import { socketHandler } from '../runtime/socket-handler.ts';
import { getChat } from '../store/chats/chats.ts';
import { putStop } from '../store/connections-and-stop-requests.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = socketHandler(
  'stopReply',
  { limits: frameLimits, readRevocation },
  async ({ frame, caller }) => {
    const { chatId } = frame.data;
    const { owner } = authoriseFrame(caller, frame.data, chatId);
    const chat = await getChat(owner, chatId);
    if (!chat) throw new AppError('chat_not_found');
    if (!chat.pending) throw wordedError('no_reply_pending');
    await putStop(owner, chat.pending.requestId, Date.now());
    return { chatId } satisfies AckData<'stopReply'>;
  },
);
