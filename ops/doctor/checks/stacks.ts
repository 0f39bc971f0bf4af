/** Checks that the data stack and the app stack are deployed, not older than this code, and can be deployed again. */
import { cdkCommand, deployCommand } from '../cdk-commands-in-advice.ts';
import { type Check, type Examined, failure, ok, productFailure, type Told, warning } from '../check.ts';
import type { DeployedStack } from '../deployed-stacks.ts';

/** Outputs of the app stack. A deployment that lacks one of them is older than this code. */
const OUTPUTS = ['SiteUrl', 'SiteBucket', 'UserPoolId', 'OriginSecretArn'];
/** Statuses after a failed creation. The stack must be deleted before it can be created again. */
const NEVER_COMPLETED: readonly string[] = ['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];
/** Statuses after which `cdk deploy` deletes the stack and creates it again, if it has no termination protection. */
const DELETED_BY_CDK: readonly string[] = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];

export const stacks: Check = {
  name: 'stacks',
  async look(examined) {
    const { deployment } = examined;
    const { name, data, app } = deployment;
    const stuck = [data, app].flatMap((stack) => (stack ? problemOf(stack, examined) : []));
    if (stuck.length > 0) return stuck;
    if (!data && !app) return ok(`${name} is not deployed yet.`);
    if (!data)
      return productFailure(
        `${app?.name} is deployed without ${name}-data, which it needs.`,
        deployCommand(examined),
      );
    if (!app) return warning(`${data.name} is deployed, ${name}-app is not.`, deployCommand(examined));
    const missing = OUTPUTS.filter((output) => !deployment.outputs[output]);
    if (missing.length > 0)
      return warning(
        `${app.name} has no output ${missing.join(', ')}: it is older than this code.`,
        deployCommand(examined),
      );
    return ok(`${data.name} and ${app.name} are deployed: ${deployment.outputs.SiteUrl}`);
  },
};

/** Statuses: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
function problemOf(stack: DeployedStack, examined: Examined): Told[] {
  const { region } = examined.aws;
  const { name, status } = stack;
  const events = `aws cloudformation describe-stack-events --region ${region} --stack-name ${name}`;
  if (status.endsWith('_IN_PROGRESS')) return [failure(`${name} is being changed (${status}).`, events)];
  if (status === 'UPDATE_ROLLBACK_FAILED' || status === 'UPDATE_FAILED')
    return [failure(`${name} is stuck in ${status}.`, cdkCommand(`rollback ${name}`, examined))];
  if (status === 'DELETE_FAILED')
    return [failure(`${name} was deleted in part (${status}): delete it again.`, deletionOf(stack, region))];
  if (DELETED_BY_CDK.includes(status) && !stack.isProtected)
    return [
      productFailure(
        `${name} was never completed (${status}): the next deployment deletes it and makes it again.`,
        deployCommand(examined),
      ),
    ];
  if (NEVER_COMPLETED.includes(status))
    return [
      failure(
        `${name} was never completed (${status}): it must be deleted before it can be made.`,
        deletionOf(stack, region),
      ),
    ];
  return status.endsWith('_FAILED') ? [failure(`${name} is stuck in ${status}.`, events)] : [];
}

function deletionOf({ name, isProtected }: DeployedStack, region: string): string {
  const stack = `--region ${region} --stack-name ${name}`;
  const unprotect = `aws cloudformation update-termination-protection --no-enable-termination-protection ${stack} && `;
  return `${isProtected ? unprotect : ''}aws cloudformation delete-stack ${stack}`;
}
