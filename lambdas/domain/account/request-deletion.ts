import type { UserCaller } from '../../runtime/caller.ts';
import { putTombstone } from '../../store/account/deletions.ts';
import { normaliseEmail } from '../email-address.ts';

/** Requests the deletion of an account, which the job `deleteAccount` then deletes. Idempotent. */
export const requestDeletion = ({ owner, email }: Pick<UserCaller, 'owner' | 'email'>): Promise<void> =>
  putTombstone(owner, normaliseEmail(email), Date.now());
