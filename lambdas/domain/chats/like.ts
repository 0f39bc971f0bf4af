/** Likes (docs/spec.md 4.7): flipped on a reply, told to the owner's other connections, thanked for once in a chat. */
import { AppError } from '#contract/errors';
import { getChat } from '../../store/chats/chats.ts';
import { allocateThanks, setLiked } from '../../store/chats/likes.ts';
import { putNotice } from '../../store/turns/turns.ts';
import { broadcastOrLog } from '../broadcast-to-owner.ts';
import { turnId } from './turns-to-messages.ts';

/** Answer of the assistant to a chat's first like (docs/spec.md 4.7); never sent to a model. */
const THANKS_TEXT = "I'm glad that helped, and thank you for letting me know!";

export interface Like {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
  readonly liked: boolean;
}

/**
 * @param connectionId whose ack tells it of the like
 * @throws AppError `chat_not_found`, `message_not_found`: there is no reply at this index, or it has not ended
 */
export async function likeMessage(
  { owner, chatId, messageIndex, liked }: Like,
  connectionId: string,
): Promise<void> {
  const chat = await getChat(owner, chatId);
  if (!chat) throw new AppError('chat_not_found');
  // A reply's index follows that of its turn.
  const turn = { owner, chatId, messageIndex: messageIndex - 1 };
  if (messageIndex === 0 || !(await setLiked(turn, liked))) throw new AppError('message_not_found');
  const told = { type: 'messageLiked', data: { chatId, messageIndex, liked } } as const;
  await broadcastOrLog(owner, [told], connectionId);
  if (liked) await giveThanks(owner, chatId, chat.thanksIndex);
}

/** Once in a chat. Every like looks whether the message is there, since a crash may have come between. */
async function giveThanks(owner: string, chatId: string, index: number | undefined): Promise<void> {
  const now = Date.now();
  const messageIndex = index ?? (await allocateThanks(owner, chatId, now));
  if (messageIndex === undefined) return;
  const [text, replyAt] = [THANKS_TEXT, new Date(now).toISOString()];
  if (!(await putNotice({ owner, chatId, messageIndex }, { kind: 'extra', text, replyAt }))) return;
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
