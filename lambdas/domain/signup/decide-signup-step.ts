/**
 * Decides the next step of a sign-up by its present state alone (decision 0010). So a sign-up that broke off at any
 * step continues from there.
 */
import type { PoolAccount } from '../../runtime/user-pool-signup-and-reset.ts';
import {
  HELD_FOR_GOOD,
  type InviteItem,
  type RedemptionItem,
  type ReservationItem,
} from '../../store/signup/invite-rows-and-reads.ts';

/** Seconds for which a sign-up holds one use of an invite. */
export const HOLD_SECONDS = 15 * 60;
/**
 * Seconds after a hold's end until another sign-up checks if the hold led to an account. After the hold's end, the
 * PreSignUp trigger refuses the sign-up that has the hold. If the trigger accepted that sign-up just before the end,
 * the account becomes visible within these seconds.
 * This many seconds after a reservation was stored, a sign-up of the same address with another code may replace the
 * reservation (`waitOr`).
 */
export const JUDGED_AFTER_SECONDS = 60;
/** Seconds that a hold must have left when Cognito is called. */
const ENOUGH_SECONDS = 60;
/** Milliseconds for which an unconfirmed account counts as a running sign-up: while Cognito's first code is valid. */
const UNDER_WAY_MS = 24 * 60 * 60_000;

/** State of a sign-up at one moment. */
export interface Facts {
  readonly email: string;
  readonly code: string;
  /** Unix milliseconds. */
  readonly now: number;
  readonly invite: InviteItem | undefined;
  /** Record of the code that opened this address's account. */
  readonly redemption: RedemptionItem | undefined;
  readonly reservation: ReservationItem | undefined;
  readonly account: PoolAccount | undefined;
  /** True when this request has made the account. */
  readonly isMade: boolean;
}

export type Step =
  | { readonly do: 'refuse' }
  /** These holds have expired: check if their sign-ups made accounts, then read the state again. */
  | { readonly do: 'judge'; readonly emails: readonly string[] }
  | { readonly do: 'finish' }
  /** A sign-up of this address with another code began less than a minute ago, and may still be running. */
  | { readonly do: 'wait' }
  | { readonly do: 'resendCode' }
  | { readonly do: 'signUp' | 'removeAccount' }
  | { readonly do: Write };
/** Step that is one conditional transaction: a function of the same name in `store/signup/reserve-and-redeem.ts`. */
export type Write = 'take' | 'reserve' | 'redeem' | 'reopen';

export function decide(facts: Facts): Step {
  const { invite, email, redemption } = facts;
  if (!invite || invite.revokedAt !== undefined || (invite.email !== undefined && invite.email !== email))
    return { do: 'refuse' };
  const hold = invite.holds?.[email];
  const isTaken = hold === HELD_FOR_GOOD;
  const isHeld = hold !== undefined && !isTaken;
  if (isHeld || redemption?.code === invite.code) return ofOwnCode(facts, invite, isHeld);
  return (isTaken ? undefined : withoutFreeUse(facts, invite)) ?? ofNewCode(facts, isTaken);
}

/** Decides for an address that holds a use of the code, or has opened an account with it. */
function ofOwnCode(facts: Facts, { maxUses }: InviteItem, isHeld: boolean): Step {
  const { account, isMade, now } = facts;
  if (!account) {
    if (!isHeld) return waitOr('reopen', facts);
    return holdsLongEnough(facts) ? { do: 'signUp' } : waitOr('reserve', facts);
  }
  if (account.isConfirmed || isMade) return { do: isHeld ? 'redeem' : 'finish' };
  // An earlier attempt has left the account unconfirmed. The account keeps its password. Otherwise a stranger with a
  // forwarded invitation could set a new password. The address's owner could confirm the account later, and the
  // stranger could then sign in.
  // For a single-use invite, the account is made again after Cognito's first code has expired. Otherwise a mistyped
  // password would keep the owner out for ever. For an invite with several uses, the account is not made again, because
  // anybody with the invite's code could set the new password.
  if (maxUses > 1 || !isAbandoned(account, now)) return { do: isHeld ? 'redeem' : 'resendCode' };
  return isHeld ? { do: 'removeAccount' } : waitOr('reopen', facts);
}

/** Decides for a code that has expired or has no free use. Undefined for any other code. */
function withoutFreeUse({ now }: Facts, invite: InviteItem): Step | undefined {
  if (Date.parse(invite.expiresAt) <= now) return { do: 'refuse' };
  const holds = Object.entries(invite.holds ?? {});
  if (invite.uses + holds.length < invite.maxUses) return undefined;
  const over = holds.filter(([, until]) => (until + JUDGED_AFTER_SECONDS) * 1000 <= now);
  return over.length > 0 ? { do: 'judge', emails: over.map(([email]) => email) } : { do: 'refuse' };
}

/**
 * Decides for an address that has opened no account with this code, and has no sign-up under way with it.
 * @param isTaken true if an earlier sign-up spent a use of the code on this address, which had an account already
 */
function ofNewCode(facts: Facts, isTaken: boolean): Step {
  const { now, account } = facts;
  if (account) {
    // An unconfirmed account belongs to a sign-up with another invite. After Cognito's first code has expired, the
    // account is removed. Otherwise the address's owner could never sign up with this invite.
    if (isAbandoned(account, now)) return { do: 'removeAccount' };
    // Any other account stays, and keeps its password. Otherwise the caller could set the password of an unconfirmed
    // account that the address's owner confirms later. The caller gets the same answer as for a new address, so that
    // the caller does not learn that the account exists.
    // For the same reason, an address with an account takes a use of the code, as a new address does. Otherwise the use
    // would stay free, and a sign-up of a second address with the code would succeed. The success would tell the caller
    // that the first address has an account.
    return { do: isTaken ? 'finish' : 'take' };
  }
  return waitOr('reserve', facts);
}

/**
 * Returns `write`, which stores a reservation, or `wait`. Another sign-up of the address, with another code, may have
 * stored a reservation less than a minute ago. The call of that sign-up to Cognito may still be in progress. If this
 * sign-up replaced the reservation now, both sign-ups could succeed. Uses of two codes would then be spent on one
 * account.
 */
function waitOr(write: 'reserve' | 'reopen', { code, now, reservation }: Facts): Step {
  if (reservation === undefined || reservation.code === code) return { do: write };
  const isFresh = (reservation.until - HOLD_SECONDS + JUDGED_AFTER_SECONDS) * 1000 > now;
  return { do: isFresh ? 'wait' : write };
}

const isAbandoned = ({ isConfirmed, createdAt }: PoolAccount, now: number): boolean =>
  !isConfirmed && now - createdAt > UNDER_WAY_MS;

const holdsLongEnough = ({ reservation, code, now }: Facts): boolean =>
  reservation?.code === code && (reservation.until - ENOUGH_SECONDS) * 1000 > now;

/** Returns the facts after a write that succeeded. Only `reserve` and `reopen` store `reservation`. */
export function afterWrite(write: Write, facts: Facts, reservation: ReservationItem): Facts {
  const { email, code, now, invite } = facts;
  if (!invite) return facts;
  const { [email]: _, ...others } = invite.holds ?? {};
  if (write === 'take')
    return { ...facts, invite: { ...invite, holds: { ...others, [email]: HELD_FOR_GOOD } } };
  if (write === 'redeem') {
    const redemption = { email, code, at: new Date(now).toISOString() };
    return {
      ...facts,
      ...{ redemption, reservation: undefined },
      invite: { ...invite, uses: invite.uses + 1, holds: others },
    };
  }
  const holds = { ...others, [email]: reservation.until };
  if (write === 'reserve') return { ...facts, reservation, invite: { ...invite, holds } };
  return {
    ...facts,
    ...{ redemption: undefined, reservation },
    invite: { ...invite, uses: invite.uses - 1, holds },
  };
}
