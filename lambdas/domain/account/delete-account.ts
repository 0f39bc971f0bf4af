/**
 * Deletes an account for good (decision 0012). Every step is idempotent, and a run after a crash begins with the first.
 * The rows keyed by the e-mail address are deleted before the user in the user pool: once that user is gone, somebody
 * else may sign up with the address, and a later run must not delete the rows of the new account.
 */
import { deleteBelow, filesPrefix } from '../../runtime/file-objects.ts';
import { removeUser } from '../../runtime/user-pool-users.ts';
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
  getTombstone,
  noteChats,
  notedChats,
  removeTombstone,
  type Tombstone,
} from '../../store/account/deletions.ts';
import { keyOf } from '../../store/chats/chats.ts';
import { removeFeedbackRows } from '../../store/feedback.ts';
import { guestOwner } from '../../store/owner-keys.ts';
import { deleteRevocation } from '../../store/revocations.ts';
import { deleteIndex } from '../../store/search/index-rows.ts';
import { deleteSignIns } from '../../store/sign-ins.ts';
import { deleteTurns } from '../../store/turns/delete-turns.ts';
import { endSubscriptions } from '../billing/end-subscriptions.ts';
import { TIERS } from '../search/index-layout.ts';
import { endAccess } from './end-sign-ins-and-access.ts';

/**
 * Shortest time between the two deletions of an account's rows (`deleteAccount`), in milliseconds. When the second one
 * begins, the user's requests and replies should have ended: tokens expire within half an hour, and a run of the reply
 * worker takes ten minutes at most.
 */
const LATE_MS = 60 * 60_000;

/**
 * Deletes the account as far as is possible at `now` (milliseconds). The first deletion keeps the tombstone, the
 * revocation mark and the ids of the deleted chats. The second deletion, at least `LATE_MS` later, removes what was
 * written since, finding late turns by these ids. A run in between does nothing.
 */
export async function deleteAccount(tombstone: Tombstone, now: number): Promise<void> {
  const { owner, phase, sweptAt } = tombstone;
  if (phase === 'swept') {
    if (now - Date.parse(sweptAt ?? '') >= LATE_MS) await sweepAgain(owner);
    return;
  }
  await endAccess(owner);
  await sweep(owner);
  // Reads the address only now. While `sweep` ran, another run may have removed the address from the tombstone, and
  // then the user. A new account may now have the address, and `forget` would delete the new account's rows.
  const email = (await getTombstone(owner))?.email;
  if (email !== undefined) await forget(email, now);
  if (!(await advance(owner, 'forgotten', now))) return;
  await removeUser(owner);
  await advance(owner, 'swept', now);
}

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
  // `lambdas/jobs/cleanUpAfterRemovals.ts` deletes only the objects of deleted file rows. It misses objects without
  // a row, which a crash during the registration of a file may leave.
  await deleteBelow(filesPrefix(owner));
  await deleteIndex(owner, TIERS);
  await deleteUsage(owner);
  await deleteSubscription(owner);
}

async function forget(email: string, now: number): Promise<void> {
  await releaseInvites(email, now);
  await deleteRedemption(email);
  await deleteWaitlistEntry(email);
}

/**
 * Deletes what was written after the first deletion. Deletes the tombstone last, because without it no run would find
 * the account again.
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
