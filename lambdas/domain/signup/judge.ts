import type { InviteItem } from '../../store/invite-items.ts';
import type { Ports } from './facts.ts';

/** Holds that are judged for one sign-up; each costs a call to Cognito. */
const AT_ONCE = 10;

/**
 * Holds that are over are not just dropped: the sign-up may have died between making the account and counting it.
 * Where there is an account that no other code has opened, the hold becomes a use; else it is given back.
 */
export async function judge(invite: InviteItem, emails: readonly string[], ports: Ports): Promise<void> {
  await Promise.all(emails.slice(0, AT_ONCE).map((email) => judgeOne(invite, email, ports)));
}

async function judgeOne(invite: InviteItem, email: string, { store, pool, now }: Ports): Promise<void> {
  const { code, holds } = invite;
  const [reservation, redemption] = await Promise.all([
    store.readReservation(email),
    store.readRedemption(email),
  ]);
  const account = await pool.findAccount(email);
  const isOfThis = redemption === undefined && (reservation === undefined || reservation.code === code);
  if (account && isOfThis)
    await store.redeem({ code, email, at: new Date(now()).toISOString() }, reservation);
  else await store.release(code, { email, until: holds?.[email] ?? 0 }, reservation);
}
