/**
 * Checks how many functions may run at the same time in the account and region (the concurrency), and how many of them
 * the configuration reserves for replies (`concurrency.replies`).
 */
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Check, failure, ok, type Told, warning } from '../check.ts';

/**
 * Default concurrency of an account. AWS often gives new accounts less.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const USUAL = 1_000;
/**
 * Concurrency that Lambda keeps unreserved. An account that has no more than this can reserve nothing.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const UNRESERVED = 100;
const MEND =
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';

export const concurrency: Check = {
  name: 'concurrency',
  async look({ config, aws }) {
    const client = new LambdaClient(aws);
    try {
      const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
      return judge(AccountLimit?.ConcurrentExecutions ?? 0, config.concurrency.replies, aws.region);
    } finally {
      client.destroy();
    }
  },
};

function judge(limit: number, replies: number | undefined, region: string): Told {
  const mend = `${MEND} --region ${region}`;
  const unreserved = Math.min(UNRESERVED, limit);
  if (replies !== undefined && limit - replies < unreserved)
    return failure(
      `concurrency.replies reserves ${replies} of the account’s ${limit} functions at a time, and Lambda keeps ${unreserved} unreserved: the deployment fails.`,
      `Leave concurrency out, reserve at most ${limit - unreserved}, or ask for more: ${mend}`,
    );
  if (limit >= USUAL) return ok(`${limit} functions at a time.`);
  return warning(
    `The account may run ${limit} functions at a time. Each reply being written is one of them: with ${limit} replies everything else waits.`,
    mend,
  );
}
