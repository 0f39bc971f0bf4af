/**
 * Starts a local stack from a synthesized assembly. Everything that a deployment would create runs on loopback, against
 * emulators of AWS and Stripe.
 */

import { startAwsServices } from './stack/aws-services.ts';
import { startBrowserServers } from './stack/browser-servers.ts';
import { runningStack } from './stack/running-stack.ts';
import { openStartupContext } from './stack/startup-context.ts';
import type { Stack, StackOptions } from './stack/types.ts';

export type * from './stack/types.ts';

/**
 * Starts a stack. Resolves when the site answers. If the templates have a resource type, an intrinsic function or a
 * feature that is not emulated, rejects with an error that names it. Rejects with EADDRINUSE when the site's port is
 * taken. After a failure, all started parts are closed.
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
