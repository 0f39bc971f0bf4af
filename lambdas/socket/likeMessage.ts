/** Handler of the frame `likeMessage` (docs/spec.md 7.2). Guests are refused (docs/spec.md 6.1). */
import type { Message } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import type { AckData } from '#contract/socket';
import { readHistory } from '../domain/chats/history-pages.ts';
import { newestThatFitFrame } from '../domain/chats/newest-that-fit-frame.ts';
import { likeMessage } from '../domain/chats/rate-reply.ts';
import { frameLimits } from '../domain/connections/limit-frames.ts';
import { authoriseFrame } from '../domain/connections/sender-of-frame.ts';
import { log } from '../runtime/log.ts';
import { socketHandler } from '../runtime/socket-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = socketHandler(
  'likeMessage',
  { limits: frameLimits, readRevocation },
  async ({ frame, caller, connectionId }) => {
    if (caller.kind === 'guest') throw new AppError('forbidden');
    const { chatId, messageIndex, liked, disliked = false, feedback } = frame.data;
    const { owner } = authoriseFrame(caller, frame.data, chatId);
    await likeMessage({ owner, chatId, messageIndex, liked, disliked, feedback }, connectionId);
    const messages = await newestMessages(owner, chatId);
    const rating = { liked, ...(disliked && { disliked }) };
    return {
      ...{ chatId, messageIndex, ...rating },
      ...(messages && { messages }),
    } satisfies AckData<'likeMessage'>;
  },
);

/** Does not throw: the like is already stored, and an error would tell the client the opposite. */
async function newestMessages(owner: string, chatId: string): Promise<Message[] | undefined> {
  try {
    const page = await readHistory(owner, chatId, {});
    return page && [...newestThatFitFrame(page.messages)];
  } catch (cause) {
    log('WARN', 'messages not sent with a like', { cause });
    return undefined;
  }
}
