/** The command line of `npm start`. */
import { parseArgs } from 'node:util';

export interface StartArgs {
  readonly port: number;
  readonly fresh: boolean;
  readonly bedrock: boolean;
  /** Serves the built site in place of its sources. */
  readonly built: boolean;
  /** Paid through Stripe, of which there is a stand-in, in place of test subscriptions. */
  readonly stripe: boolean;
}

export const DEFAULT_PORT = 8443;

/** Throws an error whose message tells what is wrong. */
export function readArgs(argv: readonly string[]): StartArgs {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: String(DEFAULT_PORT) },
      fresh: { type: 'boolean', default: false },
      bedrock: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
      stripe: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is no port.`);
  const { fresh, bedrock, built, stripe } = values;
  return { port, fresh, bedrock, built, stripe };
}
