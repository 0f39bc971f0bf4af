/** A running stack from a synthesized assembly: what would be deployed, against emulators on loopback. */

import { startHttpServers } from './stack/http-servers.ts';
import { runningStack } from './stack/running-stack.ts';
import { startServices } from './stack/services.ts';
import { openStartupContext } from './stack/startup-context.ts';
import type { Stack, StackOptions } from './stack/types.ts';

export type * from './stack/types.ts';

/**
 * Starts everything; resolves when the site answers. Throws, naming it, for what the templates hold and the
 * emulators do not; rejects with EADDRINUSE when the wanted port is taken. Nothing stays behind a failure.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanup = new AsyncDisposableStack();
  try {
    const context = await openStartupContext(options, cleanup);
    const services = await startServices(context, options);
    const servers = startHttpServers(context, services.lambda, options.liveFiles);
    return await runningStack(context, services, servers);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}
