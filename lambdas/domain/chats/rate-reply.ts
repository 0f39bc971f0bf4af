import { AppError } from '#contract/error-codes';
import type { Feedback } from '#contract/feedback-fields';
import { wordedError } from '#contract/server-worded-errors';
import { isTemporaryChat } from '#contract/temporary-chats';
import { log } from '../../runtime/log.ts';
import { getChat } from '../../store/chats/chats.ts';
import { allocateThanks, type Rating, setRating } from '../../store/chats/likes-and-thanks.ts';
import { putFeedback, removeFeedback } from '../../store/feedback.ts';
import { getTurn, putNotice, type TurnItem, type TurnRef } from '../../store/turns/turns.ts';
import { broadcastOrLog } from '../broadcast-to-owner.ts';
import { expiryOf } from './temporary-chat-rules.ts';
import { turnId } from './turns-to-messages.ts';

const THANKS_TEXT = "I'm glad that helped, and thank you for letting me know!";

export interface Like {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
  readonly liked: boolean;
  readonly disliked: boolean;
  readonly feedback: Feedback | undefined;
}

/**
 * Rates a reply (docs/spec.md 4.7).
 * @param connectionId connection that sent the request; it gets an ack instead of the frame `messageLiked`
 * @throws AppError `chat_not_found`; `message_not_found` when no reply has this index, or the reply has not ended, or
 * it is a welcome or thank-you message
 */
export async function likeMessage(
  { owner, chatId, messageIndex, liked, disliked, feedback }: Like,
  connectionId: string,
): Promise<void> {
  const chat = await getChat(owner, chatId);
  if (!chat) throw new AppError('chat_not_found');
  const about = { owner, chatId, messageIndex };
  const turn = await rateReply(about, { liked, disliked });
  if (!turn) throw wordedError('message_not_found');
  await keepFeedback(about, turn, { isGiven: disliked, feedback });
  // Logged, so that operators can count ratings by model (docs/operate.md).
  const status = liked ? 'liked' : disliked ? 'disliked' : 'taken back';
  log('INFO', 'reply rated', { status, ...(turn.model !== undefined && { model: turn.model }) });
  const data = { chatId, messageIndex, liked, ...(disliked && { disliked }) };
  await broadcastOrLog(owner, [{ type: 'messageLiked', data }], connectionId);
  if (liked) await giveThanks(owner, chatId, chat.thanksIndex);
}

/**
 * Rates the reply with this index. A turn is stored under the index of its user message, and its reply has the next
 * index. An imported turn without a user message has its reply under its own index.
 */
async function rateReply(about: TurnRef, rating: Rating): Promise<TurnItem | undefined> {
  const asked = { ...about, messageIndex: about.messageIndex - 1 };
  const turn = about.messageIndex === 0 ? undefined : await setRating(asked, rating);
  return turn ?? (await setRating(about, rating, { isAsked: false }));
}

/**
 * Length to which a question and a reply are cut when they are kept with feedback, in UTF-16 units. A unit takes at
 * most 3 bytes, so both texts fit into one item of DynamoDB (400 KB).
 */
const SNAPSHOT_MAX_LENGTH = 60_000;

/** Stores or removes the feedback of a dislike. Keeps nothing of a temporary chat. */
async function keepFeedback(
  about: { readonly owner: string; readonly chatId: string; readonly messageIndex: number },
  { index, version = 0, model, userText = '', text }: TurnItem,
  { isGiven, feedback }: { readonly isGiven: boolean; readonly feedback: Feedback | undefined },
): Promise<void> {
  const ref = { ...about, version };
  if (!isGiven) return await removeFeedback(ref);
  if (isTemporaryChat(about.chatId)) return;
  const cut = (whole: string) => whole.slice(0, SNAPSHOT_MAX_LENGTH).toWellFormed();
  const conversation = { question: cut(userText), reply: cut(text) };
  await putFeedback(ref, feedback, { model, conversation, now: Date.now() });
  // The user may have removed the dislike before this call stored the feedback. The call that removed the dislike then
  // found no feedback to remove, so this call removes the feedback. If another turn has replaced the disliked turn, the
  // feedback stays.
  const turn = await getTurn({ ...about, messageIndex: index });
  if (turn && (turn.version ?? 0) === version && turn.disliked !== true) await removeFeedback(ref);
}

/**
 * Stores and broadcasts the chat's thank-you message if the message is not stored yet. Every like calls this function,
 * because the call for an earlier like may have crashed after it allocated the index and before it stored the message.
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
