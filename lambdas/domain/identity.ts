import type { Audience } from '#contract/config';
import { AppError } from '#contract/errors';
import { assertSelf, type Caller } from '../runtime/caller.ts';
import { guestOwner } from '../store/keys.ts';

export interface Party {
  readonly owner: string;
  readonly audience: Audience;
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
    return { owner: caller.owner, audience: 'free' };
  }
  if (data.userEmail !== undefined || !data.isGuest) throw new AppError('forbidden');
  return { owner: guestOwner(chatId), audience: 'guest', address: caller.address };
}
