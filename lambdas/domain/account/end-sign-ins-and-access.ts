import { closeConnection, postOnce } from '../../runtime/connections-api.ts';
import { log } from '../../runtime/log.ts';
import { lockOut, signOutEverywhere } from '../../runtime/user-pool-users.ts';
import { findPresence, removeConnection } from '../../store/connections-and-stop-requests.ts';
import { revokeSessions, revokeTokens } from '../../store/revocations.ts';
import { readRemainingSessions } from './list-valid-sign-ins.ts';

/**
 * Disables a user, revokes all of the user's tokens, tells all clients that they were signed out and closes their
 * connections. Idempotent. Returns false when the user pool has no such user.
 */
export async function endAccess(owner: string): Promise<boolean> {
  // Disables the user first, because `revokeTokens` does not refuse the tokens of a later sign-in.
  const isThere = await lockOut(owner);
  await revokeTokens(owner, Date.now());
  const { connectionIds, revokedIds } = await findPresence(owner, Date.now());
  await tellAndClose(owner, [...connectionIds, ...revokedIds]);
  return isThere;
}

/** Revokes the tokens of one sign-in and closes its connections. Idempotent. */
export async function endSession(owner: string, session: string): Promise<void> {
  const now = Date.now();
  await revokeSessions(owner, [session], {
    now,
    readKept: () => readRemainingSessions(owner, { ended: [session] }, now),
  });
  await closeRevoked(owner);
}

/**
 * Ends all sign-ins of a user who may sign in again. Connections stay open, but get no frames, and the frames that
 * their clients send are refused. Idempotent.
 * @param resetId identifies the password reset that causes the call
 */
export async function revokeSignIns(
  owner: string,
  { userPoolId, resetId }: { readonly userPoolId?: string; readonly resetId?: string | undefined } = {},
): Promise<void> {
  // Revokes the refresh tokens first. `revokeTokens` does not refuse renewed tokens of a sign-in that began in the same
  // second as the call. In the other order, the client of such a sign-in could renew its tokens before
  // `signOutEverywhere` runs. The renewed tokens would then be accepted until they expire.
  await signOutEverywhere(owner, userPoolId);
  await revokeTokens(owner, Date.now(), resetId);
}

/**
 * Closes the connections whose tokens are revoked. Idempotent. Never throws, because a failure does no harm: a revoked
 * connection that stays open gets no frames.
 */
export async function closeRevoked(owner: string): Promise<void> {
  try {
    const { revokedIds } = await findPresence(owner, Date.now());
    await close(owner, revokedIds);
  } catch (cause) {
    log('WARN', 'connections not closed', { cause });
  }
}

/** Tells the clients with revoked tokens that they were signed out, and closes their connections. Idempotent. */
export async function closeSignedOut(owner: string): Promise<void> {
  const { revokedIds } = await findPresence(owner, Date.now());
  await tellAndClose(owner, revokedIds);
}

async function tellAndClose(owner: string, connectionIds: readonly string[]): Promise<void> {
  await Promise.all(
    connectionIds.map((id) =>
      postOnce(id, { type: 'signedOut' }).catch((cause: unknown) =>
        log('WARN', 'frame not delivered', { cause }),
      ),
    ),
  );
  await close(owner, connectionIds);
}

async function close(owner: string, connectionIds: readonly string[]): Promise<void> {
  await Promise.all(
    connectionIds.map(async (id) => {
      await closeConnection(id);
      await removeConnection(owner, id);
    }),
  );
}
