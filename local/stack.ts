/** Starts a stack from a synthesized assembly. Everything that would be deployed runs against emulators on loopback. */

import { startAwsServices } from './stack/aws-services.ts';
import { startBrowserServers } from './stack/browser-servers.ts';
import { runningStack } from './stack/running-stack.ts';
import { openStartupContext } from './stack/startup-context.ts';
import type { Stack, StackOptions } from './stack/types.ts';

export type * from './stack/types.ts';

/**
 * Starts a stack. Resolves when the site answers. Throws an error that names a resource type, intrinsic function or
 * feature of the templates that is not emulated. Rejects with EADDRINUSE when the site's port is taken. After a
 * failure, all started parts are closed.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanup = new AsyncDisposableStack();
  try {
    const context = await openStartupContext(options, cleanup);
    const services = await startAwsServices(context, options);
    const servers = startBrowserServers(context, services.lambda, options.liveFiles);
    return await runningStack(context, services, servers);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}
