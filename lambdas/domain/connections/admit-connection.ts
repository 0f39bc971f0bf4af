import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, UserCaller } from '../../runtime/caller.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import type { Party } from '../../runtime/socket-event-and-caller.ts';
import type { FrameOrigin } from '../../runtime/socket-handler.ts';
import { isTooOld } from '../../runtime/token-revocation.ts';
import { putUserConnection, removeConnection } from '../../store/connections-and-stop-requests.ts';
import { countUp, useUp, type Window } from '../../store/usage/rate-limits.ts';
import { noteSignIn, type Visit } from '../account/signed-in-devices.ts';
import { limitOpenConnections } from './limit-open-connections.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;
/**
 * Shortest time for which `refuseParty` refuses connections. `refuseParty` blocks whole windows of `WINDOW_MS`. So the
 * refusal lasts until the end of the window in which this time ends.
 */
const REFUSED_MS = 5 * MINUTE_MS;
const CONFLICT_PAUSE_MS = 40;
const ALL_GUESTS = 'everybody';

const openings = ({ who, isOwner }: Party, at: number): Window => ({
  ...{ what: 'sockets', who, isOwner, at, lengthMs: WINDOW_MS },
});

/**
 * Decides if a new connection is admitted. Counts it for its party, and a guest's connection also for all guests.
 * Stores a user's connection and sign-in.
 * @returns `refused` when too many connections were opened within `WINDOW_MS`, or when too many are open and too few of
 * them are old enough to be closed; `revoked` when the user's token is revoked or its sign-in is too old; `busy` when
 * the revocation could not be checked, and the client may try again
 */
export async function admitConnection(
  caller: Caller,
  { party, connectionId, at }: FrameOrigin,
  visit: Visit,
): Promise<'admitted' | 'refused' | 'revoked' | 'busy'> {
  const counting = countUp(openings(party, at), limits().openingsPerParty);
  if (caller.kind === 'guest')
    return (await counting) !== undefined && (await admitGuest(at)) ? 'admitted' : 'refused';
  const [count, stored] = await Promise.all([counting, storeConnection(caller, connectionId, at)]);
  if (stored !== 'written') return stored === 'refused' ? 'revoked' : 'busy';
  if (count !== undefined) {
    const noting = noteSignIn(caller, visit, at).catch((cause: unknown) =>
      log('WARN', 'sign-in not stored', { cause }),
    );
    const [isAdmitted] = await Promise.all([limitOpenConnections(caller.owner, connectionId, at), noting]);
    return isAdmitted ? 'admitted' : 'refused';
  }
  await removeConnection(caller.owner, connectionId);
  return 'refused';
}

/**
 * Stores a user's connection. Tries once more when another request was writing the item with the user's revoked tokens
 * at the same time.
 */
async function storeConnection(caller: UserCaller, connectionId: string, at: number) {
  if (isTooOld(caller)) return 'refused';
  const stored = await putUserConnection(caller, connectionId, at);
  if (stored !== 'conflict') return stored;
  await sleep(CONFLICT_PAUSE_MS * (0.5 + Math.random()));
  return putUserConnection(caller, connectionId, at);
}

/**
 * Counts a guest's connection for all guests. Without a limit, guests could use up API Gateway's limit on handshakes,
 * and users could not connect.
 */
async function admitGuest(at: number): Promise<boolean> {
  const { openingsOfGuests: total } = limits();
  const all: Window = { what: 'sockets', who: ALL_GUESTS, at, lengthMs: WINDOW_MS };
  const count = await countUp(all, total);
  if (count === total) log('ERROR', 'a limit for everybody is reached', { action: 'connect', count });
  return count !== undefined;
}

/** Refuses the party's new connections for 5 to 15 minutes. */
export async function refuseParty(party: Party, now: number): Promise<void> {
  const windows = new Map([now, now + REFUSED_MS].map((at) => [Math.floor(at / WINDOW_MS), at]));
  await Promise.all([...windows.values()].map((at) => useUp(openings(party, at))));
}
