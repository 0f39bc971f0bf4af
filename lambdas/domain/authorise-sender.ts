import { AppError } from '#contract/errors';
import { assertSelf, type Caller } from '../runtime/caller.ts';
import type { TokenFacts } from '../runtime/token-revocation.ts';
import { guestOwner } from '../store/keys.ts';

/** User or guest who sent a socket event. Their plan is not known yet. */
export interface Sender {
  readonly kind: 'user' | 'guest';
  readonly owner: string;
  /** Hash of a guest's network address. */
  readonly address?: string;
  /** Token of a user. */
  readonly token?: TokenFacts;
}

/**
 * Authorises the sender of a socket event about a chat. A user must name their own e-mail address. A guest names
 * none, and owns only the chat whose id they know.
 * @throws AppError `forbidden`
 */
export function authoriseSender(
  caller: Caller,
  data: { readonly userEmail?: string | undefined; readonly isGuest?: boolean | undefined },
  chatId: string,
): Sender {
  if (caller.kind === 'user') {
    if (data.isGuest) throw new AppError('forbidden');
    assertSelf(caller, data.userEmail);
    return { kind: 'user', owner: caller.owner, token: caller };
  }
  if (data.userEmail !== undefined || !data.isGuest) throw new AppError('forbidden');
  return { kind: 'guest', owner: guestOwner(chatId), address: caller.address };
}
