/** A running stack from a synthesized assembly: what would be deployed, against emulators on loopback. */
import { openContext } from './stack/context.ts';
import { handleOf } from './stack/handle.ts';
import { startHttpServers } from './stack/http-servers.ts';
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
    const context = await openContext(options, cleanup);
    const services = await startServices(context, options);
    const servers = startHttpServers(context, services.compute, options.liveFiles);
    return await handleOf(context, services, servers);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}
