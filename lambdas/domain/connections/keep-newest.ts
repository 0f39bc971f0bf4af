/**
 * Caps the open connections of an owner, so that one message never becomes thousands of frames. The oldest are closed:
 * the user looks at the page that was opened last.
 */

import { closeConnection, postOnce } from '../../runtime/connections-api.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { listConnections, removeConnection } from '../../store/connections.ts';

/**
 * Seconds for which a connection counts as new. API Gateway cannot close a connection whose handshake has not ended, so
 * a new one is never chosen. Where there are too many new ones, the newest is refused.
 */
const NEW_SECONDS = 30;

/**
 * Closes the owner's oldest connections beyond the limit, after the row of the newest was written. So of concurrent
 * calls the last sees all connections.
 * @returns false when the newest connection itself is refused; its row is removed then
 */
export async function keepNewest(owner: string, connectionId: string, now: number): Promise<boolean> {
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

/** Closes a connection. Never throws: the next connection tries again. */
async function displace(owner: string, id: string): Promise<void> {
  try {
    if ((await postOnce(id, { type: 'displaced' })) === 'sent') await closeConnection(id);
    await removeConnection(owner, id);
  } catch (cause) {
    log('WARN', 'old connection not closed', { cause });
  }
}
