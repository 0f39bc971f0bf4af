/**
 * Caps the open connections of an owner, so that one message never becomes thousands of frames. The oldest connections
 * are closed, because the user probably looks at the tab that was opened last.
 */

import { closeConnection, postOnce } from '../../runtime/connections-api.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { listConnections, NEW_SECONDS, removeConnection } from '../../store/connections.ts';

/**
 * Closes the owner's oldest connections beyond the limit. A connection younger than NEW_SECONDS is never closed: its
 * handshake may not have ended, and until then API Gateway cannot close it. If too few connections are older, the new
 * connection is refused instead, and its row is removed. Called after the row of the new connection was written, so
 * that the last of several concurrent calls sees all connections.
 * @param connectionId id of the new connection
 * @returns false when the new connection is refused
 */
export async function limitOpenConnections(
  owner: string,
  connectionId: string,
  now: number,
): Promise<boolean> {
  const others = (await listConnections(owner, now)).filter(({ id }) => id !== connectionId);
  const surplus = others.length + 1 - limits().connectionsPerOwner;
  if (surplus <= 0) return true;
  const old = others.filter(({ openedAt }) => openedAt < now / 1000 - NEW_SECONDS);
  if (old.length < surplus) {
    await removeConnection(owner, connectionId);
    return false;
  }
  await Promise.all(old.slice(0, surplus).map(({ id }) => displace(owner, id)));
  return true;
}

/**
 * Tells a client that its connection is displaced (it makes room for a newer one), and closes the connection. Never
 * throws, since the owner's next new connection causes another attempt.
 */
async function displace(owner: string, id: string): Promise<void> {
  try {
    if ((await postOnce(id, { type: 'displaced' })) === 'sent') await closeConnection(id);
    await removeConnection(owner, id);
  } catch (cause) {
    log('WARN', 'old connection not closed', { cause });
  }
}
