import { AppError } from '#contract/error-codes';
import { assertSelf, type Caller } from '../../runtime/caller.ts';
import type { TokenFacts } from '../../runtime/token-revocation.ts';
import { guestOwner } from '../../store/owner-keys.ts';

/** User or guest who sent a frame, and the owner whose data the frame may touch. */
export interface Sender {
  readonly kind: 'user' | 'guest';
  readonly owner: string;
  /** Hash of a guest's network address. */
  readonly address?: string;
  readonly token?: TokenFacts;
}

/**
 * Checks that a frame names its sender truthfully. A user's frame has the user's own address in `userEmail`, and
 * `isGuest` is not true. A guest's frame has no `userEmail`, and `isGuest` is true. A guest who knows a chat's id may
 * use the chat, so the guest's owner key is made from the id.
 * @throws AppError `forbidden`
 */
export function authoriseFrame(
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
