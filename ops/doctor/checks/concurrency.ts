/** Checks how many functions may run at the same time, and how many `concurrency.replies` reserves. */
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { type Check, type Examined, failure, ok, type Told, warning } from '../check.ts';

/**
 * Default concurrency of an account. AWS often gives new accounts less.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const USUAL = 1_000;
/**
 * Concurrency that Lambda keeps unreserved. An account whose limit is 100 or lower can reserve nothing.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const UNRESERVED = 100;
const MEND =
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';

export const concurrency: Check = {
  name: 'concurrency',
  async look({ config, deployment, aws }) {
    const client = new LambdaClient(aws);
    try {
      const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
      const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } =
        AccountLimit ?? {};
      const { replies } = config.concurrency;
      const own = replies === undefined ? 0 : await reservedBy(client, deployment);
      return judge({ limit, free: unreserved + own, replies }, aws.region);
    } finally {
      client.destroy();
    }
  },
};

/** Returns the concurrency that this deployment reserves. Only the function that writes replies reserves any. */
async function reservedBy(client: LambdaClient, { resources }: Examined['deployment']): Promise<number> {
  const found = await Promise.all(
    resources('AWS::Lambda::Function', 'RepliesReply').map((FunctionName) =>
      client.send(new GetFunctionConcurrencyCommand({ FunctionName })),
    ),
  );
  return found.reduce((sum, { ReservedConcurrentExecutions = 0 }) => sum + ReservedConcurrentExecutions, 0);
}

/** Numbers of functions that may run at the same time. */
interface Reservation {
  readonly limit: number;
  /** Part of `limit` that no function outside this deployment has reserved. */
  readonly free: number;
  readonly replies: number | undefined;
}

function judge({ limit, free, replies }: Reservation, region: string): Told {
  const mend = `${MEND} --region ${region}`;
  const unreserved = Math.min(UNRESERVED, limit);
  if (replies !== undefined && free - replies < unreserved) {
    const others = free < limit ? `, of which others reserve ${limit - free}` : '';
    const most = free > unreserved ? ` reserve at most ${free - unreserved},` : '';
    return failure(
      `concurrency.replies reserves ${replies} of the account’s ${limit} functions at a time${others}, and Lambda keeps ${unreserved} unreserved: the deployment fails.`,
      `Leave concurrency out,${most} or ask for more: ${mend}`,
    );
  }
  if (limit >= USUAL) return ok(`${limit} functions at a time.`);
  return warning(
    `The account may run ${limit} functions at a time. Each reply being written is one of them: with ${limit} replies everything else waits.`,
    mend,
  );
}
