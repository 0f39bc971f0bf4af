/**
 * Closing an account for good (decision 0012). Every step may be repeated, and the whole from the start, whatever
 * crashed where. The address is forgotten before the pool's user goes: from then on it may be someone else's.
 */
import { lockOut, removeUser } from '../../runtime/cognito.ts';
import {
  deleteChatItems,
  deleteConnections,
  deleteRedemption,
  deleteSubscription,
  deleteUsage,
  deleteWaitlistEntry,
  releaseInvites,
  someChats,
} from '../../store/account/delete-rows.ts';
import {
  advance,
  forgetChat,
  noteChats,
  notedChats,
  removeTombstone,
  type Tombstone,
} from '../../store/account/tombstones.ts';
import { keyOf } from '../../store/chats/chats.ts';
import { deleteTurns } from '../../store/chats/removal.ts';
import { guestOwner } from '../../store/keys.ts';
import { deleteIndex } from '../../store/search/index-rows.ts';
import { endSubscriptions } from '../billing/end-subscriptions.ts';
import { TIERS } from '../search/index-layout.ts';

/**
 * Time after which nothing of the user is written any more: an ID token lives half an hour, and a reply that began in
 * its last second ten minutes.
 */
const LATE_MS = 60 * 60_000;

/** Deletes as much of the account as can be deleted now. */
export async function deleteAccount(tombstone: Tombstone, now: number): Promise<void> {
  const { owner, email, phase, sweptAt } = tombstone;
  if (phase === 'swept') {
    if (now - Date.parse(sweptAt ?? '') >= LATE_MS) await sweepAgain(owner);
    return;
  }
  await lockOut(owner);
  await sweep(owner);
  if (email !== undefined) await forget(email, now);
  await advance(owner, 'forgotten', now);
  await removeUser(owner);
  await advance(owner, 'swept', now);
}

/** Deletes everything that is kept by the owner's id. */
async function sweep(owner: string): Promise<void> {
  await endSubscriptions(owner);
  await deleteConnections(owner);
  for (;;) {
    const { keys, chatIds, guestChatIds } = await someChats(owner);
    if (keys.length === 0) break;
    await noteChats(owner, chatIds);
    for (const chatId of chatIds) await deleteTurns(owner, chatId);
    for (const chatId of guestChatIds) {
      await deleteTurns(guestOwner(chatId), chatId);
      await deleteChatItems([keyOf(guestOwner(chatId), chatId)]);
    }
    await deleteChatItems(keys);
  }
  await deleteIndex(owner, TIERS);
  await deleteUsage(owner);
  await deleteSubscription(owner);
}

/** Deletes everything that is kept by the address. */
async function forget(email: string, now: number): Promise<void> {
  await releaseInvites(email, now);
  await deleteRedemption(email);
  await deleteWaitlistEntry(email);
}

/** Deletes what was written after the sweep, by a token that was still good or a reply under way. */
async function sweepAgain(owner: string): Promise<void> {
  await sweep(owner);
  for (;;) {
    const chatIds = await notedChats(owner);
    if (chatIds.length === 0) break;
    for (const chatId of chatIds) {
      await deleteTurns(owner, chatId);
      await forgetChat(owner, chatId);
    }
  }
  await removeTombstone(owner);
}
