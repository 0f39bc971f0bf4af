/** Makes, updates and lists shares. A snapshot holds what a chat says, and nothing about its author. */
import { pathThrough } from '#contract/branches';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import type { Share, ShareReaders } from '#contract/sharing';
import { sharing } from '../../runtime/deployment-config.ts';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { branchesOf } from '../../store/chats/branches.ts';
import { type ChatItem, getChat, getChats } from '../../store/chats/chats.ts';
import {
  getShare,
  listShares,
  type PackedParts,
  putShare,
  replaceSnapshot,
  type ShareItem,
  setReaders,
} from '../../store/shares/shares.ts';
import { packParts, SNAPSHOT_MAX_BYTES, type StoredMessage } from '../../store/shares/snapshot-parts.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { turnsOnPath } from '../chats/read-turns-on-path.ts';

const BATCH = 100;

interface NewShare {
  readonly shareId: string;
  readonly chatId: string;
  readonly readers: ShareReaders;
  /** Index of a message. The newest path that has this message is shared. @default the chat's newest path is shared */
  readonly through?: number | undefined;
}

/**
 * Shares a chat as it is now. A repeated call returns the stored share and takes no new snapshot.
 * @throws AppError `sharing_not_allowed`, `chat_not_found`, `share_not_found` when the id belongs to another share,
 * `nothing_to_share`, `chat_too_long_to_share`, `too_many_shares`, `too_many_requests`
 */
export async function shareChat(
  owner: string,
  { shareId, chatId, readers, through }: NewShare,
  now: number,
): Promise<Share> {
  assertAllowed(readers);
  const known = await getShare(shareId);
  if (known?.owner === owner && known.chatId === chatId) return describeShare(known);
  const chat = await chatOrThrow(owner, chatId);
  const { parts, messages } = await takeSnapshot(owner, chat, through);
  const at = new Date(now).toISOString();
  const { name, lastRequestId } = chat;
  const about = { shareId, chatId, name, createdAt: at, updatedAt: at, readers, messages, lastRequestId };
  const share = { ...about, ...(through !== undefined && { through }) };
  const stored = await putShare({ ...share, owner, version: 1, parts: parts.length }, parts);
  if (stored === 'full') throw wordedError('too_many_shares');
  if (!stored) throw new AppError('share_not_found');
  return describeShare(stored);
}

/**
 * Replaces a share's snapshot by the chat as it is now.
 * @param to index of a message. From now on, the newest path with this message is shared. @default the share's earlier
 * `through`
 * @throws AppError `sharing_not_allowed`, `share_not_found`, `chat_not_found`, `nothing_to_share`,
 * `chat_too_long_to_share`; `too_many_requests` when other updates came first in every attempt
 */
export async function updateShare(
  owner: string,
  { shareId, through: to }: { readonly shareId: string; readonly through?: number | undefined },
  now: number,
): Promise<Share> {
  if (sharing() === 'off') throw wordedError('sharing_not_allowed');
  return await retryUntilWritten(async () => {
    const before = await getShare(shareId);
    if (before?.owner !== owner) throw new AppError('share_not_found');
    const chat = await chatOrThrow(owner, before.chatId);
    const { name, lastRequestId } = chat;
    const through = to ?? before.through;
    const { parts, messages } = await takeSnapshot(owner, chat, through);
    const updatedAt = new Date(now).toISOString();
    const changed = { name, messages, lastRequestId, updatedAt, ...(through !== undefined && { through }) };
    const isWritten = await replaceSnapshot(before, changed, parts);
    return isWritten ? describeShare({ ...before, ...changed }) : undefined;
  });
}

/** @throws AppError `sharing_not_allowed`, `share_not_found` */
export async function changeReaders(owner: string, shareId: string, readers: ShareReaders): Promise<Share> {
  assertAllowed(readers);
  const share = await setReaders(owner, shareId, readers);
  if (!share) throw new AppError('share_not_found');
  return describeShare(share);
}

/** Lists the owner's shares, newest first. `isOutdated` marks a share whose chat has changed since its snapshot. */
export async function describeShares(owner: string): Promise<Share[]> {
  const shares = await listShares(owner);
  const chats = await getChats(
    owner,
    shares.map(({ chatId }) => chatId),
  );
  return shares.map((share) => {
    const chat = chats.get(share.chatId);
    // To take a snapshot, the server reads the chat's `lastRequestId` first and its turns afterwards. If a turn ends
    // between these reads, the snapshot may have this turn, but the share has the earlier `lastRequestId` and looks
    // outdated. If the owner then updates the share without need, the update does no harm.
    const isOutdated =
      chat !== undefined && (chat.lastRequestId !== share.lastRequestId || chat.name !== share.name);
    return { ...describeShare(share), ...(isOutdated && { isOutdated }) };
  });
}

/** Picks the fields of a share that its owner sees. */
export const describeShare = (share: ShareItem): Share => ({
  ...{ shareId: share.shareId, chatId: share.chatId, name: share.name, readers: share.readers },
  ...{ createdAt: share.createdAt, updatedAt: share.updatedAt, messages: share.messages },
});

/** @throws AppError `sharing_not_allowed` when the operator does not allow these readers */
function assertAllowed(readers: ShareReaders): void {
  const allowed = sharing();
  if (allowed === 'off' || (readers === 'anyone' && allowed !== 'anyone'))
    throw wordedError('sharing_not_allowed');
}

async function chatOrThrow(owner: string, chatId: string): Promise<ChatItem> {
  const chat = await getChat(owner, chatId);
  if (!chat) throw new AppError('chat_not_found');
  return chat;
}

/** @throws AppError `nothing_to_share`, `chat_too_long_to_share` */
async function takeSnapshot(
  owner: string,
  chat: ChatItem,
  through: number | undefined,
): Promise<{ parts: PackedParts; messages: number }> {
  const { chatId } = chat;
  const branches = branchesOf(chat);
  const on = { branches, path: pathThrough(branches, through) };
  const messages: StoredMessage[] = [];
  let [from, bytes] = [0, 0];
  for (;;) {
    const { turns, hasMore } = await turnsOnPath({ owner, chatId }, on, { limit: BATCH, from });
    const read = turns.flatMap(toSharedMessages);
    messages.push(...read);
    bytes += Buffer.byteLength(JSON.stringify(read));
    if (bytes > SNAPSHOT_MAX_BYTES) throw wordedError('chat_too_long_to_share');
    const last = turns.at(-1);
    if (!hasMore || !last) break;
    from = last.index + 1;
  }
  if (messages.length === 0) throw wordedError('nothing_to_share');
  const parts = packParts(messages);
  if (!parts) throw wordedError('chat_too_long_to_share');
  return { parts, messages: messages.length };
}

/**
 * Converts a turn to its messages, or to none while its reply is being written. Leaves out the welcome, which names the
 * author, and the thank-you, which shows that the author liked a reply.
 */
export function toSharedMessages(turn: TurnItem): StoredMessage[] {
  const { userText, userAt, replyAt, text, status, model, files, kind } = turn;
  if (kind !== undefined || status === 'streaming') return [];
  const reply: StoredMessage = {
    ...{ role: 'assistant', content: text, createdAt: replyAt, status },
    ...(model !== undefined && { model }),
  };
  // An imported chat may begin with a reply that answers no message.
  if (userText === undefined) return [reply];
  const question: StoredMessage = {
    ...{ role: 'user', content: userText, createdAt: userAt ?? replyAt, status: 'complete' },
    ...(files && { files: files.map((file) => ({ name: file.name, kind: file.kind })) }),
  };
  return [question, reply];
}
