/**
 * Lists a user's signed-in devices, and ends their sign-ins (decision 0086). A device is a browser: its tabs have a
 * sign-in each, and share a random id.
 */
import type { SignedInDevice } from '#contract/entities';
import type { UserCaller } from '../../runtime/caller.ts';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { assertNotRevoked, type Revocation } from '../../runtime/token-revocation.ts';
import { daySort } from '../../store/owner-keys.ts';
import { revokeOtherSessions, revokeSessions } from '../../store/revocations.ts';
import { putSignIn, type SignIn } from '../../store/sign-ins.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { closeSignedOut } from './end-sign-ins-and-access.ts';
import { compareText, readRemainingSessions, readValidSignIns } from './list-valid-sign-ins.ts';

/** Browser that sends a request. `device` is its random id. */
export interface Visit {
  readonly device?: string | undefined;
  readonly userAgent?: string | undefined;
}

/**
 * Largest number of sign-ins of the caller's device that stay valid when all other sign-ins end. Limited, because the
 * revocation mark (`token-revocation.ts`) names each of them, and the server reads the mark for every message.
 */
const KEPT_MAX = 50;

export async function noteSignIn(caller: UserCaller, visit: Visit, now: number): Promise<void> {
  if (caller.session !== undefined)
    await putSignIn(caller.owner, signInOf(caller, caller.session, visit, now));
}

const signInOf = (
  caller: UserCaller,
  session: string,
  { device, userAgent }: Visit,
  now: number,
): SignIn => ({
  ...{ session, device, ...describeUserAgent(userAgent) },
  since: caller.signedInAt || caller.issuedAt,
  issuedAt: caller.issuedAt,
  day: dayOf(now),
});

const dayOf = (now: number): string => daySort(now).slice('DAY#'.length);

/**
 * Lists the devices, the caller's own first, then by last use. Also stores the caller's sign-in, at most once a day.
 */
export async function listDevices(caller: UserCaller, visit: Visit, now: number): Promise<SignedInDevice[]> {
  const { signIns: found } = await readValidSignIns(caller.owner, now);
  const { session } = caller;
  const [day, own] = [dayOf(now), found.find((signIn) => signIn.session === session)];
  if (own === undefined || own.day < day) await noteSignIn(caller, visit, now);
  const others = found.filter((signIn) => signIn !== own);
  // `found` was read before `noteSignIn` wrote, so the caller's sign-in gets the `day` of today here.
  const all =
    session === undefined ? found : [{ ...(own ?? signInOf(caller, session, visit, now)), day }, ...others];
  return [...byDevice(all)]
    .map(([id, signIns]) => toDevice(id, signIns, session))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || compareText(b.lastUsed, a.lastUsed));
}

export async function devicesOf(owner: string, now: number): Promise<Omit<SignedInDevice, 'isThis'>[]> {
  const devices = byDevice((await readValidSignIns(owner, now)).signIns);
  return [...devices].map(([id, signIns]) => {
    const { isThis: _, ...device } = toDevice(id, signIns, undefined);
    return device;
  });
}

export async function endDevice(caller: UserCaller, id: string, now: number): Promise<void> {
  const { owner } = caller;
  const devices = byDevice((await readValidSignIns(owner, now)).signIns);
  const ended = (devices.get(id) ?? []).map(({ session }) => session);
  await revokeSessions(owner, ended, {
    now,
    readKept: () => readRemainingSessions(owner, { ended, caller }, now),
  });
  await closeSignedOut(owner);
}

/**
 * Ends all sign-ins, listed or not, except those of the caller's device. Idempotent.
 * The revocation mark names the ids and the times (`auth_time`) of the sign-ins that stay valid. The times are for tabs
 * that the device opens later: the hosted page's cookie signs in such a tab with a new id, but with the time at which
 * the cookie was set. A sign-in of another device may have the same time, to the second. If that sign-in is listed, it
 * is ended by its id. If it is not listed, its id is unknown, so it stays valid, as the only exception.
 */
export async function endOtherDevices(caller: UserCaller, now: number): Promise<void> {
  const { owner } = caller;
  const { atSameTime: ended } = await retryUntilWritten(() => keepOwnDevice(caller, now));
  await revokeSessions(owner, ended, {
    now,
    readKept: () => readRemainingSessions(owner, { ended, caller }, now),
  });
  await closeSignedOut(owner);
}

/**
 * Writes a mark that keeps the sign-ins of the caller's device. The mark may also keep sign-ins of other devices that
 * began in the same second. Returns the ids of these other sign-ins, if they are listed, so that `endOtherDevices` can
 * end them. Returns undefined, without a write, when another call has changed the mark's kept sign-ins since this call
 * read the mark.
 * @throws AppError when another device has ended the caller's sign-in meanwhile
 */
async function keepOwnDevice(caller: UserCaller, now: number) {
  const { signIns, mark } = await readValidSignIns(caller.owner, now);
  assertNotRevoked(mark, caller);
  const sessions = ownSessions(caller, byDevice(signIns));
  const isOwn = ({ session }: SignIn) => sessions.includes(session);
  const times = new Set([caller.signedInAt, ...signIns.filter(isOwn).map(({ since }) => since)]);
  const kept = { sessions, times: [...times].filter(isOpenIn(mark)) };
  const atSameTime = signIns.filter((signIn) => times.has(signIn.since) && !isOwn(signIn));
  const isWritten = await revokeOtherSessions(caller.owner, kept, { now, mark });
  return isWritten && { atSameTime: atSameTime.map(({ session }) => session) };
}

/** False for a time whose sign-ins the mark has ended. If this time were kept, these sign-ins would be valid again. */
const isOpenIn =
  ({ othersUntil = 0, keptTimes }: Revocation = {}) =>
  (time: number): boolean =>
    time > othersUntil || keptTimes?.has(time) === true;

type Devices = ReadonlyMap<string, readonly SignIn[]>;

function byDevice(signIns: readonly SignIn[]): Devices {
  return Map.groupBy(signIns, ({ device, session }) => device ?? session);
}

/** Returns at most `KEPT_MAX` ids: the caller's own sign-in, then the device's last used ones. */
function ownSessions({ session }: UserCaller, devices: Devices): string[] {
  const isOwn = (signIns: readonly SignIn[]) => signIns.some((one) => one.session === session);
  const own = [...devices.values()].find(isOwn) ?? [];
  const sessions = [...(session === undefined ? [] : [session]), ...own.map((one) => one.session)];
  return [...new Set(sessions)].slice(0, KEPT_MAX);
}

function toDevice(id: string, signIns: readonly SignIn[], own: string | undefined): SignedInDevice {
  const days = signIns.map(({ day }) => day).toSorted();
  const since = Math.min(...signIns.map((one) => one.since));
  const { browser, system } = signIns.find(({ day }) => day === days.at(-1)) ?? {};
  return {
    id,
    since: new Date(since * 1000).toISOString(),
    lastUsed: days.at(-1) ?? '',
    ...(browser !== undefined && { browser }),
    ...(system !== undefined && { system }),
    isThis: signIns.some(({ session }) => session === own),
  };
}
