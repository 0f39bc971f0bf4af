import { closeConnection, postOnce } from '../../runtime/connections-api.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { listConnections, NEW_SECONDS, removeConnection } from '../../store/connections-and-stop-requests.ts';

/**
 * Closes the owner's oldest connections beyond the limit, because `broadcast` sends each frame to every connection of
 * the owner. A connection younger than NEW_SECONDS is not closed, because API Gateway cannot close it before its
 * handshake has ended. If too few connections are older, removes the new connection's row and returns false.
 *
 * The caller writes the new connection's row before this call. So when several connections open at the same time, the
 * last of their calls finds all their rows and enforces the limit.
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

async function displace(owner: string, id: string): Promise<void> {
  try {
    if ((await postOnce(id, { type: 'displaced' })) === 'sent') await closeConnection(id);
    await removeConnection(owner, id);
  } catch (cause) {
    log('WARN', 'old connection not closed', { cause });
  }
}
