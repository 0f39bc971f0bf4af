/**
 * Lists the devices on which a user is signed in, and ends their sign-ins (decision 0086). A device is a browser: its
 * tabs have a sign-in each, and share a random id.
 */
import type { SignedInDevice } from '#contract/entities';
import type { UserCaller } from '../../runtime/caller.ts';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { assertNotRevoked, type Revocation } from '../../runtime/token-revocation.ts';
import { daySort } from '../../store/keys.ts';
import { revokeOtherSessions, revokeSessions } from '../../store/revocations.ts';
import { putSignIn, type SignIn } from '../../store/signed-in-devices.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { closeSignedOut } from './end-sign-ins-and-access.ts';
import { compareText, readRemainingSessions, readValidSignIns } from './list-valid-sign-ins.ts';

/** Browser that sends a request: its random id as `device`, and its User-Agent header. */
export interface Visit {
  readonly device?: string | undefined;
  readonly userAgent?: string | undefined;
}

/**
 * Largest number of sign-ins of the caller's device that stay valid when all other sign-ins end. The number is limited,
 * because the user's revocation mark (`store/revocations.ts`) names each sign-in that stays, and the server reads the
 * mark for every message. A device may have more sign-ins, because the sign-in of a closed tab stays in the list. In
 * this case the last used sign-ins stay valid.
 */
const KEPT_MAX = 50;

/** Stores the caller's sign-in, with the time of the caller's token. Does nothing if the token has no sign-in's id. */
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
 * Lists the devices, the caller's own first, then by last use. Stores the caller's sign-in if it is not listed, or was
 * last used on an earlier day.
 */
export async function listDevices(caller: UserCaller, visit: Visit, now: number): Promise<SignedInDevice[]> {
  const { signIns: found } = await readValidSignIns(caller.owner, now);
  const own = found.find(({ session }) => session === caller.session);
  if (own === undefined || own.day < dayOf(now)) await noteSignIn(caller, visit, now);
  const isMissing = own === undefined && caller.session !== undefined;
  const all = isMissing ? [...found, signInOf(caller, caller.session, visit, now)] : found;
  return [...byDevice(all)]
    .map(([id, signIns]) => toDevice(id, signIns, caller.session))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || compareText(b.lastUsed, a.lastUsed));
}

/** Lists the devices for the export of the account. */
export async function devicesOf(owner: string, now: number): Promise<Omit<SignedInDevice, 'isThis'>[]> {
  const devices = byDevice((await readValidSignIns(owner, now)).signIns);
  return [...devices].map(([id, signIns]) => {
    const { isThis: _, ...device } = toDevice(id, signIns, undefined);
    return device;
  });
}

/** Ends all sign-ins of a device. Does nothing when it has none, so a repeated call succeeds. */
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
 *
 * The revocation mark keeps the device's sign-ins by their ids. It also keeps any sign-in whose `auth_time` equals that
 * of a sign-in of the caller's device. This is for tabs that the browser opens later: the hosted page's cookie signs
 * such a tab in with a new id, but its `auth_time` is the second in which the cookie was set. Another device may have
 * signed in within the same second. The mark would keep that device's sign-in too, so this function ends that sign-in
 * by its id if it is listed.
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
 * Marks the sign-ins of the caller's device as the only ones that stay. Returns the ids of other devices' sign-ins that
 * began in the same second as a sign-in of the caller's device. Returns undefined when another call has changed the
 * mark since this call read the mark.
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

/**
 * Returns false for a time if the mark has ended the sign-ins of that time. To keep the time would make these sign-ins
 * valid again, including sign-ins that are not listed.
 */
const isOpenIn =
  ({ othersUntil = 0, keptTimes }: Revocation = {}) =>
  (time: number): boolean =>
    time > othersUntil || keptTimes?.has(time) === true;

type Devices = ReadonlyMap<string, readonly SignIn[]>;

/** Groups sign-ins by the browser's id. A sign-in without a browser's id counts as a device of its own. */
function byDevice(signIns: readonly SignIn[]): Devices {
  return Map.groupBy(signIns, ({ device, session }) => device ?? session);
}

/**
 * Returns the ids of at most `KEPT_MAX` sign-ins of the caller's device. The caller's own sign-in comes first. The
 * device's other sign-ins follow, the last used first.
 */
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
