/**
 * Deletes an account for good (decision 0012). Every step is idempotent. After a crash, the next run begins again with
 * the first step. The rows keyed by the e-mail address are deleted before the user in the user pool. Once that user is
 * gone, somebody else may sign up with the address, and a later run must not delete the rows of the new account.
 */
import { deleteBelow, filesPrefix } from '../../runtime/file-objects.ts';
import { removeUser } from '../../runtime/user-pool.ts';
import {
  deleteChatItems,
  deleteConnections,
  deleteRedemption,
  deleteShareRows,
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
} from '../../store/account/deletions.ts';
import { keyOf } from '../../store/chats/chats.ts';
import { removeFeedbackRows } from '../../store/feedback.ts';
import { guestOwner } from '../../store/keys.ts';
import { deleteRevocation } from '../../store/revocations.ts';
import { deleteIndex } from '../../store/search/index-rows.ts';
import { deleteSignIns } from '../../store/signed-in-devices.ts';
import { deleteTurns } from '../../store/turns/delete-turns.ts';
import { endSubscriptions } from '../billing/end-subscriptions.ts';
import { TIERS } from '../search/index-layout.ts';
import { endAccess } from './end-sign-ins-and-access.ts';

/**
 * Shortest time between the first and the second deletion, in milliseconds. It counts from the start of the run that
 * finished the first deletion. After this time the user's requests and replies should have ended: the user's tokens are
 * revoked before the first deletion and expire within half an hour, and a run of the reply worker takes ten minutes at
 * most.
 */
const LATE_MS = 60 * 60_000;

/**
 * Deletes the account as far as is possible at `now` (milliseconds). The first deletion removes everything except the
 * tombstone, the revocation mark, and the ids of the deleted chats (`noteChats`). The second deletion, at least
 * `LATE_MS` later, removes what was written since, and finds late turns by these ids. It then removes the ids, the mark
 * and the tombstone. A run in between does nothing.
 */
export async function deleteAccount(tombstone: Tombstone, now: number): Promise<void> {
  const { owner, email, phase, sweptAt } = tombstone;
  if (phase === 'swept') {
    if (now - Date.parse(sweptAt ?? '') >= LATE_MS) await sweepAgain(owner);
    return;
  }
  await endAccess(owner);
  await sweep(owner);
  if (email !== undefined) await forget(email, now);
  await advance(owner, 'forgotten', now);
  await removeUser(owner);
  await advance(owner, 'swept', now);
}

/**
 * Ends the subscriptions at Stripe. Deletes the owner's rows, shares, feedback, search index and files, and the guests'
 * chats that the owner claimed. Keeps the revocation mark, the tombstone and the ids of the deleted chats, which
 * `sweepAgain` removes.
 */
async function sweep(owner: string): Promise<void> {
  await endSubscriptions(owner);
  await deleteConnections(owner);
  await deleteSignIns(owner);
  for (;;) {
    const { keys, chatIds, guestChatIds, shareIds, feedbackIds } = await someChats(owner);
    if (keys.length === 0) break;
    await noteChats(owner, chatIds);
    for (const chatId of chatIds) await deleteTurns(owner, chatId);
    for (const chatId of guestChatIds) {
      await deleteTurns(guestOwner(chatId), chatId);
      await deleteChatItems([keyOf(guestOwner(chatId), chatId)]);
    }
    for (const shareId of shareIds) await deleteShareRows(shareId);
    for (const id of feedbackIds) await removeFeedbackRows(id);
    await deleteChatItems(keys);
  }
  // Deletes all of the owner's objects below `files/`. `lambdas/jobs/removals.ts` deletes only the objects of deleted
  // file rows. It misses objects that a crashed registration left without a row. Uploads that were never registered
  // expire by themselves.
  await deleteBelow(filesPrefix(owner));
  await deleteIndex(owner, TIERS);
  await deleteUsage(owner);
  await deleteSubscription(owner);
}

/**
 * Deletes the rows of the waitlist and of the sign-up that are keyed by the e-mail address. Removes the address from
 * all invites, and revokes an invite that only this address may use.
 */
async function forget(email: string, now: number): Promise<void> {
  await releaseInvites(email, now);
  await deleteRedemption(email);
  await deleteWaitlistEntry(email);
}

/**
 * Deletes what a request or a reply in progress wrote after the first deletion. Then deletes the revocation mark, and
 * last the tombstone, without which no run would find the account again.
 */
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
  await deleteRevocation(owner);
  await removeTombstone(owner);
}
