import { startAwsServices } from './stack/aws-services.ts';
import { startBrowserServers } from './stack/browser-servers.ts';
import { runningStack } from './stack/seed-and-assemble-stack.ts';
import type { Stack, StackOptions } from './stack/stack-interface.ts';
import { openStartupContext } from './stack/startup-context.ts';

export type * from './stack/stack-interface.ts';

/**
 * Starts a local stack from a synthesized assembly. Resolves when the site answers. Rejects with EADDRINUSE when the
 * site's port is taken. Rejects when an emulator refuses a feature of the templates; the error names the feature. A
 * failure closes all started parts.
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
