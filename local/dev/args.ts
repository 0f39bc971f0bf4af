/** Parses the command line of `npm start`. */
import { parseArgs } from 'node:util';

export interface StartArgs {
  readonly port: number;
  /** True to remove the data of earlier runs first. */
  readonly fresh: boolean;
  readonly bedrock: boolean;
  /** True to serve the built site instead of its sources. */
  readonly built: boolean;
  /** True to let users pay through the local stand-in for Stripe. False to offer test subscriptions without payment. */
  readonly stripe: boolean;
  /** Largest number of Lambda invocations that run at the same time. @default no limit */
  readonly concurrency?: number;
}

export const DEFAULT_PORT = 8443;

/** Throws an error with a message for people. */
export function readArgs(argv: readonly string[]): StartArgs {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: String(DEFAULT_PORT) },
      fresh: { type: 'boolean', default: false },
      bedrock: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
      stripe: { type: 'boolean', default: false },
      concurrency: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is no port.`);
  const { fresh, bedrock, built, stripe } = values;
  const concurrency = values.concurrency === undefined ? undefined : Number(values.concurrency);
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    throw new Error(`--concurrency ${values.concurrency} is no number of functions.`);
  return { port, fresh, bedrock, built, stripe, ...(concurrency !== undefined && { concurrency }) };
}
