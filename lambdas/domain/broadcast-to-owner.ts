/** Sends frames to all of an owner's connections. */
import type { ServerFrame } from '#contract/socket';
import { post } from '../runtime/connections-api.ts';
import { log } from '../runtime/log.ts';
import { findPresence, removeUnlessNew } from '../store/connections.ts';

/**
 * Sends frames in order to each of the owner's connections except `except`. A connection that API Gateway does not know
 * is removed, unless it is new (`removeUnlessNew`). Any other failure of a connection is logged; the other connections
 * still get their frames.
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
 * Broadcasts, and logs a failure instead of throwing it. For frames about a change that is stored already: a client
 * that gets no frame sees the change when it loads the data again.
 */
export async function broadcastOrLog(...what: Parameters<typeof broadcast>): Promise<void> {
  await broadcast(...what).catch((cause: unknown) => log('WARN', 'frames not delivered', { cause }));
}
