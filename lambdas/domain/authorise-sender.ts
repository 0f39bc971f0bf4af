import { AppError } from '#contract/errors';
import { assertSelf, type Caller } from '../runtime/caller.ts';
import { guestOwner } from '../store/keys.ts';

/** User or guest that a socket event comes from, as far as that is known without a look at their plan. */
export interface Party {
  readonly kind: 'user' | 'guest';
  readonly owner: string;
  readonly address?: string;
}

/**
 * Whose chat a socket event is about. A user must name their own e-mail; a guest may name none, and owns just
 * the chat whose id they know.
 * @throws AppError `forbidden`
 */
export function partyOf(
  caller: Caller,
  data: { readonly userEmail?: string | undefined; readonly isGuest?: boolean | undefined },
  chatId: string,
): Party {
  if (caller.kind === 'user') {
    if (data.isGuest) throw new AppError('forbidden');
    assertSelf(caller, data.userEmail);
    return { kind: 'user', owner: caller.owner };
  }
  if (data.userEmail !== undefined || !data.isGuest) throw new AppError('forbidden');
  return { kind: 'guest', owner: guestOwner(chatId), address: caller.address };
}
