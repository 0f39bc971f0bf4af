import { nameFromMessage } from '#contract/automatic-chat-names';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { type ChatItem, getChat, getChatItem, isThere } from '../../store/chats/chats.ts';
import { markClaimed, putCopy, putCounted } from '../../store/chats/claims-and-copies.ts';
import { noteTurnsOf } from '../../store/chats/names-of-chats-with-turns.ts';
import { guestOwner } from '../../store/owner-keys.ts';
import { listTurnsFrom } from '../../store/turns/list-turns.ts';
import { putNotice, type TurnItem } from '../../store/turns/turns.ts';
import { inSeconds } from '../../store/unix-seconds.ts';
import { releaseStale } from '../turn/release-stale-lock.ts';
import { uuidv7 } from '../uuidv7.ts';

const BATCH = 25;

/**
 * Claims a guest's chat for a user. Stores the claim first: it ends the guest's access and fixes the new chat's id, so
 * that repeated and concurrent calls end with the same chat. Stores the new chat's item after its turns, so that only a
 * complete chat is listed.
 * @param welcome text of the new chat's first message
 * @throws AppError `chat_not_found` if the guest's chat is unknown, expired or without messages, if another user has
 * claimed it, or if this user claimed it earlier and has since deleted the new chat. The item of a deleted chat is
 * removed later. After that removal, a repeated claim stores the new chat again.
 * @throws AppError `reply_pending` while a reply is being written; `too_many_requests` when other writes conflicted
 * with every attempt to store the new chat
 */
export async function claimGuestChat(owner: string, guestChatId: string, welcome: string): Promise<Chat> {
  const now = Date.now();
  const guestChat = await getChatItem(guestOwner(guestChatId), guestChatId);
  if (!guestChat || isOver(guestChat, now)) throw new AppError('chat_not_found');
  const first = await firstTurn(guestChatId);
  const claim = guestChat.carriedTo ?? (await mark(owner, guestChatId, first !== undefined, now));
  if (claim.owner !== owner) throw new AppError('chat_not_found');
  const { chatId, at: createdAt } = claim;
  await noteTurnsOf(owner, chatId);
  await putNotice(
    { owner, chatId, messageIndex: 0 },
    { kind: 'welcome', text: welcome, replyAt: guestChat.createdAt },
  );
  await copyTurns(guestChatId, { owner, chatId });
  const name = nameFromMessage(first?.userText ?? '') || guestChat.name;
  // Reads the guest's chat again, because a turn may have ended after the first read and before the claim. These
  // fields must include that turn.
  const { nextIndex, turnVersion, lastRequestId, lastIndex } =
    (await getChatItem(guestOwner(guestChatId), guestChatId)) ?? guestChat;
  const going = { nextIndex, turnVersion, lastRequestId, lastIndex };
  await putCounted(owner, {
    ...{ chatId, name, createdAt },
    ...going,
    carriedFrom: guestChatId,
  });
  const chat = await getChat(owner, chatId);
  if (!chat) throw new AppError('chat_not_found');
  return { chatId, name: chat.name, createdAt: chat.createdAt };
}

const isOver = ({ ttl }: ChatItem, now: number): boolean => ttl !== undefined && ttl <= inSeconds(now);

async function mark(owner: string, guestChatId: string, hasMessages: boolean, now: number) {
  if (!hasMessages) throw new AppError('chat_not_found');
  const to = { owner, chatId: uuidv7(now), at: new Date(now).toISOString() };
  const guest = guestOwner(guestChatId);
  for (const isLastTry of [false, true]) {
    const claim = await markClaimed(guestChatId, to, now);
    if (claim) return claim;
    const chat = await getChatItem(guest, guestChatId);
    if (!chat || !isThere(chat, now)) throw new AppError('chat_not_found');
    // The turn in progress has ended since the claim was refused, so the claim is tried again.
    if (!chat.pending) continue;
    const { pending, pendingIndex: messageIndex = 0, turnVersion: version = 0 } = chat;
    const held = { pending, messageIndex, version };
    if (isLastTry || !(await releaseStale({ owner: guest, chatId: guestChatId }, held, now))) break;
  }
  throw wordedError('reply_pending');
}

async function firstTurn(guestChatId: string): Promise<TurnItem | undefined> {
  const page = await listTurnsFrom(guestOwner(guestChatId), guestChatId, { limit: 1, from: 1 });
  return page.turns[0];
}

async function copyTurns(guestChatId: string, to: { owner: string; chatId: string }): Promise<void> {
  let from = 1;
  for (;;) {
    const source = { limit: BATCH, from };
    const { turns, hasMore } = await listTurnsFrom(guestOwner(guestChatId), guestChatId, source);
    await Promise.all(turns.map((turn) => putCopy({ ...to, messageIndex: turn.index }, turn)));
    const last = turns.at(-1);
    if (!hasMore || !last) return;
    from = last.index + 1;
  }
}
