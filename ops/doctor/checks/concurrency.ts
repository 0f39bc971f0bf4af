/** Functions that may run at the same time in the account. */
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Check, ok, warning } from '../check.ts';

/** Concurrency of an account that AWS has not limited: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const USUAL = 1_000;
const MEND =
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';

export const concurrency: Check = {
  name: 'concurrency',
  async look({ aws }) {
    const client = new LambdaClient(aws);
    try {
      const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
      const limit = AccountLimit?.ConcurrentExecutions ?? 0;
      if (limit >= USUAL) return ok(`${limit} functions at a time.`);
      return warning(
        `The account may run ${limit} functions at a time. Each reply being written is one of them: with ${limit} replies everything else waits.`,
        `${MEND} --region ${aws.region}`,
      );
    } finally {
      client.destroy();
    }
  },
};
