import type { ServerFrame } from '#contract/socket';
import { post } from '../runtime/connections-api.ts';
import { log } from '../runtime/log.ts';
import { findPresence, removeUnlessNew } from '../store/connections-and-stop-requests.ts';

/**
 * Sends frames in order to each of the owner's connections except `except`. Removes a connection that API Gateway does
 * not know, unless it is new. Logs any other failure of a connection.
 * @throws when the connections cannot be read
 */
export async function broadcast(
  owner: string,
  frames: readonly ServerFrame[],
  except?: string,
): Promise<void> {
  const { connectionIds } = await findPresence(owner, Date.now());
  const others = connectionIds.filter((id) => id !== except);
  await Promise.all(
    others.map(async (connectionId) => {
      try {
        for (const frame of frames) {
          if ((await post(connectionId, frame)) === 'gone') {
            await removeUnlessNew(owner, connectionId, Date.now());
            return;
          }
        }
      } catch (cause) {
        log('WARN', 'frame not delivered', { cause });
      }
    }),
  );
}

/**
 * Broadcasts a change that is stored, or a message that a worker will store. Only logs a failure: a client that gets no
 * frame sees the change when it loads the data again.
 */
export async function broadcastOrLog(...what: Parameters<typeof broadcast>): Promise<void> {
  await broadcast(...what).catch((cause: unknown) => log('WARN', 'frames not delivered', { cause }));
}
