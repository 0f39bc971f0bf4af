import type { UserCaller } from '../../runtime/caller.ts';
import { putTombstone } from '../../store/account/deletions.ts';
import { normaliseEmail } from '../email-address.ts';

/**
 * Requests the deletion of an account by storing its tombstone, on behalf of its user or of an operator. The job
 * `deleteAccount` then deletes the account. Idempotent.
 */
export const requestDeletion = ({ owner, email }: Pick<UserCaller, 'owner' | 'email'>): Promise<void> =>
  putTombstone(owner, normaliseEmail(email), Date.now());
