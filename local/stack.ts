/** A running stack from a synthesized assembly: what would be deployed, against emulators on loopback. */
import { openBase } from './stack/base.ts';
import { serveEdges } from './stack/edges.ts';
import { handleOf } from './stack/handle.ts';
import { startServices } from './stack/services.ts';
import type { Stack, StackOptions } from './stack/types.ts';

export type * from './stack/types.ts';

/**
 * Starts everything; resolves when the site answers. Throws, naming it, for what the templates hold and the
 * emulators do not; rejects with EADDRINUSE when the wanted port is taken. Nothing stays behind a failure.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanup = new AsyncDisposableStack();
  try {
    const base = await openBase(options, cleanup);
    const services = await startServices(base, options);
    const edges = serveEdges(base, services.compute);
    return await handleOf(base, services, edges);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}
