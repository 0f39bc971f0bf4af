/** Delivery of frames to all of an owner's connections. */
import type { ServerFrame } from '#contract/socket';
import { log } from '../runtime/log.ts';
import { findPresence, removeConnection } from '../store/connections.ts';

/** Sends a frame to a connection, or says that it is gone. */
export type Post = (connectionId: string, frame: ServerFrame) => Promise<'sent' | 'gone'>;

/**
 * Sends frames, in order, to each of the owner's connections except `except`. Never throws for one of them.
 * @throws when the connections cannot be read
 */
export async function announce(
  owner: string,
  frames: readonly ServerFrame[],
  { post, except, now = Date.now() }: { post: Post; except?: string; now?: number },
): Promise<void> {
  const { connectionIds } = await findPresence(owner, now);
  const others = connectionIds.filter((id) => id !== except);
  await Promise.all(
    others.map(async (connectionId) => {
      try {
        for (const frame of frames) {
          if ((await post(connectionId, frame)) === 'gone') {
            await removeConnection(owner, connectionId);
            return;
          }
        }
      } catch (cause) {
        log('WARN', 'frame not delivered', { cause });
      }
    }),
  );
}

/** Like {@link announce}, for what has happened whether or not it is told: a failure is logged. */
export async function tell(...what: Parameters<typeof announce>): Promise<void> {
  await announce(...what).catch((cause: unknown) => log('WARN', 'frames not delivered', { cause }));
}
