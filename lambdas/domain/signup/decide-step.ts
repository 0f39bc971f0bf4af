/**
 * The one decision of a sign-up: what to do next, as things stand (decision 0010). It depends on nothing else, so a
 * sign-up that broke off anywhere continues from there.
 */
import type { PoolAccount } from '../../runtime/user-pool-signup.ts';
import type { InviteItem, RedemptionItem, ReservationItem } from '../../store/signup/invites.ts';

/** How long a sign-up holds its use. */
export const HOLD_SECONDS = 15 * 60;
/**
 * A hold is judged this long after its end, and not before: PreSignUp refuses once it is over, and a
 * sign-up that got in just before has become visible by then.
 */
export const JUDGED_AFTER_SECONDS = 60;
/** A hold with less left than this is held for longer before Cognito is called. */
const ENOUGH_SECONDS = 60;
/** As long as Cognito's mailed code is good, an unconfirmed account is someone's sign-up under way. */
const UNDER_WAY_MS = 24 * 60 * 60_000;

/** How things stand at one moment. */
export interface Facts {
  readonly email: string;
  readonly code: string;
  /** Milliseconds. */
  readonly now: number;
  readonly invite: InviteItem | undefined;
  /** Which code opened this address's account. */
  readonly redemption: RedemptionItem | undefined;
  readonly reservation: ReservationItem | undefined;
  readonly account: PoolAccount | undefined;
  /** True when the account was made by this very request. */
  readonly isMade: boolean;
}

export type Step =
  /** The code does not let this address in. */
  | { readonly do: 'refuse' }
  /** These holds are over: are there accounts? Then look again. */
  | { readonly do: 'judge'; readonly emails: readonly string[] }
  /** There is nothing to do (any more). */
  | { readonly do: 'finish' }
  /** The same address is being signed up with another code at this moment. */
  | { readonly do: 'wait' }
  | { readonly do: 'resendCode' }
  | { readonly do: 'signUp' | 'removeAccount' }
  | { readonly do: Write };
/** A step that is one conditional transaction in the database. */
export type Write = 'reserve' | 'redeem' | 'reopen';

export function decide(facts: Facts): Step {
  const { invite, email, redemption } = facts;
  if (!invite || invite.revokedAt !== undefined || (invite.email !== undefined && invite.email !== email))
    return { do: 'refuse' };
  const isHeld = invite.holds?.[email] !== undefined;
  if (isHeld || redemption?.code === invite.code) return ofOwnCode(facts, invite, isHeld);
  return ofNewCode(facts, invite);
}

/** Continues a sign-up whose address holds the code, or has opened an account with it. */
function ofOwnCode(facts: Facts, { maxUses }: InviteItem, isHeld: boolean): Step {
  const { account, isMade } = facts;
  if (!account) {
    if (!isHeld) return { do: 'reopen' };
    return { do: holdsLongEnough(facts) ? 'signUp' : 'reserve' };
  }
  if (account.isConfirmed || isMade) return { do: isHeld ? 'redeem' : 'finish' };
  // Unconfirmed, by an earlier try. A code for one person proves that this is the same one, who may have mistyped
  // the password: the account is made again with the one given now. A code that many have proves nothing: the
  // password stays, or anybody else with the code could set theirs on an account that its owner then confirms.
  if (maxUses > 1) return { do: isHeld ? 'redeem' : 'resendCode' };
  return { do: isHeld ? 'removeAccount' : 'reopen' };
}

/** The code is new to this address. */
function ofNewCode({ now, account, reservation }: Facts, invite: InviteItem): Step {
  if (Date.parse(invite.expiresAt) <= now) return { do: 'refuse' };
  const holds = Object.entries(invite.holds ?? {});
  if (invite.uses + holds.length >= invite.maxUses) {
    const over = holds.filter(([, until]) => (until + JUDGED_AFTER_SECONDS) * 1000 <= now);
    return over.length > 0 ? { do: 'judge', emails: over.map(([email]) => email) } : { do: 'refuse' };
  }
  if (account) {
    // Confirmed: they have an account, and the caller is not told so. Unconfirmed: a sign-up under way with another code,
    // which no caller may take over, as its owner would confirm it in good faith. Once its mailed code is void, it is
    // an abandoned one, and must not keep the address's owner out for ever.
    const isAbandoned = !account.isConfirmed && now - account.createdAt > UNDER_WAY_MS;
    return { do: isAbandoned ? 'removeAccount' : 'finish' };
  }
  // A call to Cognito may be on its way for that reservation: releasing it now could let both in.
  const isFresh =
    reservation !== undefined && (reservation.until - HOLD_SECONDS + JUDGED_AFTER_SECONDS) * 1000 > now;
  return { do: isFresh ? 'wait' : 'reserve' };
}

const holdsLongEnough = ({ reservation, code, now }: Facts): boolean =>
  reservation?.code === code && (reservation.until - ENOUGH_SECONDS) * 1000 > now;

/** Gives the facts after a write that succeeded. @param reservation as written; `redeem` ends it */
export function afterWrite(write: Write, facts: Facts, reservation: ReservationItem): Facts {
  const { email, code, now, invite } = facts;
  if (!invite) return facts;
  const { [email]: _, ...others } = invite.holds ?? {};
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
