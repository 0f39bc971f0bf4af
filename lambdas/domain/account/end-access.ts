/**
 * Ends a user's access, or one sign-in, before the tokens expire: marks the tokens as revoked, and closes the
 * connections that were opened with them.
 */

import { closeConnection } from '../../runtime/connections-api.ts';
import { lockOut } from '../../runtime/user-pool.ts';
import { findPresence, removeConnection } from '../../store/connections.ts';
import { revokeSession, revokeTokens } from '../../store/revocations.ts';

/**
 * Disables a user, revokes all tokens and closes all connections. Idempotent. Returns false when the user pool has no
 * such user.
 */
export async function endAccess(owner: string): Promise<boolean> {
  // Cognito comes first, because a token that it issued after the mark would be accepted.
  const isThere = await lockOut(owner);
  await revokeTokens(owner, Date.now());
  await closeConnections(owner, () => true);
  return isThere;
}

/** Ends one sign-in: revokes its tokens and closes its connections. Idempotent. */
export async function endSession(owner: string, session: string): Promise<void> {
  await revokeSession(owner, session, Date.now());
  await closeConnections(owner, (of) => of === session);
}

async function closeConnections(
  owner: string,
  isClosed: (session: string | undefined) => boolean,
): Promise<void> {
  const { connectionIds, sessions } = await findPresence(owner, Date.now());
  await Promise.all(
    connectionIds
      .filter((id) => isClosed(sessions.get(id)))
      .map(async (id) => {
        await closeConnection(id);
        await removeConnection(owner, id);
      }),
  );
}
