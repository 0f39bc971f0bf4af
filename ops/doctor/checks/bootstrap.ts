/** Checks CDK's own stack `CDKToolkit`, which holds the bucket and the roles that a deployment uses. */
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type Check, failure, ok } from '../check.ts';
import { findStack } from '../deployed-stacks.ts';

/** Oldest version of CDKToolkit that a deployment accepts, by the rule `CheckBootstrapVersion` of the templates. */
const OLDEST = 6;

export const bootstrap: Check = {
  name: 'bootstrap',
  async look({ account, aws }) {
    const client = new CloudFormationClient(aws);
    const mend = `npx cdk bootstrap aws://${account}/${aws.region}`;
    try {
      const stack = await findStack(client, 'CDKToolkit');
      if (!stack) return failure(`The account is not bootstrapped for CDK in ${aws.region}.`, mend);
      const version = Number(stack.outputs.BootstrapVersion ?? 0);
      if (!/^(?:CREATE|(?:UPDATE|IMPORT)(?:_ROLLBACK)?)_COMPLETE$/.test(stack.status))
        return failure(`CDK’s stack CDKToolkit is ${stack.status}.`, mend);
      if (version < OLDEST)
        return failure(`CDK’s bootstrap has version ${version}; ${OLDEST} is needed.`, mend);
      return ok(`Version ${version}.`);
    } finally {
      client.destroy();
    }
  },
};
