import type { UserCaller } from '../../runtime/caller.ts';
import { putTombstone } from '../../store/account/deletions.ts';
import { normaliseEmail } from '../email-address.ts';

/**
 * Marks an account for deletion, on behalf of its user or of an operator. The job `deleteAccount` deletes it.
 * Idempotent.
 */
export const markForDeletion = ({ owner, email }: Pick<UserCaller, 'owner' | 'email'>): Promise<void> =>
  putTombstone(owner, normaliseEmail(email), Date.now());
