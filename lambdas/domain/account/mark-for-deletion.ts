import type { UserCaller } from '../../runtime/caller.ts';
import { putTombstone } from '../../store/account/tombstones.ts';
import { normaliseEmail } from '../email-address.ts';

/** Marks an account as being deleted, for its user or for an operator; the job `deleteAccount` deletes it. Safe to repeat. */
export const markForDeletion = ({ owner, email }: Pick<UserCaller, 'owner' | 'email'>): Promise<void> =>
  putTombstone(owner, normaliseEmail(email), Date.now());
