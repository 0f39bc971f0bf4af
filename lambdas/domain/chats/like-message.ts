/**
 * Likes a reply (docs/spec.md 4.7): stores the like, sends it to the owner's other connections, and sends a
 * thank-you message once in each chat.
 */
import { AppError } from '#contract/errors';
import { getChat } from '../../store/chats/chats.ts';
import { allocateThanks, setLiked } from '../../store/chats/likes.ts';
import { putNotice } from '../../store/turns/turns.ts';
import { broadcastOrLog } from '../broadcast-to-owner.ts';
import { expiryOf } from './temporary-chats.ts';
import { turnId } from './turns-to-messages.ts';

/** Text of the assistant's answer to a chat's first like (docs/spec.md 4.7); never sent to a model. */
const THANKS_TEXT = "I'm glad that helped, and thank you for letting me know!";

export interface Like {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
  readonly liked: boolean;
}

/**
 * Sets or removes a reply's like.
 * @param connectionId connection that sent the request; it gets an ack instead of the frame `messageLiked`
 * @throws AppError `chat_not_found`; `message_not_found` when no reply has this index, or the reply has not ended
 */
export async function likeMessage(
  { owner, chatId, messageIndex, liked }: Like,
  connectionId: string,
): Promise<void> {
  const chat = await getChat(owner, chatId);
  if (!chat) throw new AppError('chat_not_found');
  // A turn is stored under the index of its user message. Its reply has the next index.
  const turn = { owner, chatId, messageIndex: messageIndex - 1 };
  if (messageIndex === 0 || !(await setLiked(turn, liked))) throw new AppError('message_not_found');
  const told = { type: 'messageLiked', data: { chatId, messageIndex, liked } } as const;
  await broadcastOrLog(owner, [told], connectionId);
  if (liked) await giveThanks(owner, chatId, chat.thanksIndex);
}

/**
 * Stores and sends the thank-you message, once in a chat. Every like stores the message if it is missing, since an
 * earlier call may have crashed between allocating the message's index and storing it.
 */
async function giveThanks(owner: string, chatId: string, index: number | undefined): Promise<void> {
  const now = Date.now();
  const messageIndex = index ?? (await allocateThanks(owner, chatId, now));
  if (messageIndex === undefined) return;
  const [text, replyAt] = [THANKS_TEXT, new Date(now).toISOString()];
  if (
    !(await putNotice(
      { owner, chatId, messageIndex },
      { kind: 'extra', text, replyAt, ttl: expiryOf(chatId) },
    ))
  )
    return;
  const requestId = turnId({ index: messageIndex });
  const about = {
    chatId,
    requestId,
    role: 'assistant',
    messageIndex,
    status: 'complete',
    isExtra: true,
  } as const;
  const data = { ...about, content: text, createdAt: replyAt };
  await broadcastOrLog(owner, [{ type: 'assistantMessage', data }]);
}
