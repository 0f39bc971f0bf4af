/** Checks the two stacks: deployed, being changed, or in a state from which no deployment can begin. */
import { type Check, type Examined, failure, ok, productFailure, type Told, warning } from '../check.ts';
import type { DeployedStack } from '../deployment.ts';

const OUTPUTS = ['SiteUrl', 'SiteBucket', 'UserPoolId', 'OriginSecretArn'];

export const stacks: Check = {
  name: 'stacks',
  async look({ deployment, config }) {
    const { name, data, app } = deployment;
    const stuck = [data, app].flatMap((stack) => (stack ? problemOf(stack, config.stage) : []));
    if (stuck.length > 0) return stuck;
    if (!data && !app) return ok(`${name} is not deployed yet.`);
    if (!data)
      return productFailure(`${app?.name} is deployed without ${name}-data, which it needs.`, deploy(config));
    if (!app) return warning(`${data.name} is deployed, ${name}-app is not.`, deploy(config));
    const missing = OUTPUTS.filter((output) => !deployment.outputs[output]);
    if (missing.length > 0)
      return warning(
        `${app.name} has no output ${missing.join(', ')}: it is older than this code.`,
        deploy(config),
      );
    return ok(`${data.name} and ${app.name} are deployed: ${deployment.outputs.SiteUrl}`);
  },
};

const deploy = ({ stage }: Pick<Examined['config'], 'stage'>): string =>
  `npx cdk deploy --all${stage === 'dev' ? '' : ` -c stage=${stage}`}`;

/**
 * Returns the failure that a stack's status means, if any.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
function problemOf({ name, status, isProtected }: DeployedStack, stage: string): Told[] {
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS')
    return [
      failure(
        `${name} is being changed (${status}).`,
        `aws cloudformation describe-stack-events --stack-name ${name}`,
      ),
    ];
  if (status === 'UPDATE_ROLLBACK_FAILED' || status === 'UPDATE_FAILED')
    return [
      failure(
        `${name} is stuck in ${status}.`,
        `npx cdk rollback ${name}${stage === 'dev' ? '' : ` -c stage=${stage}`}`,
      ),
    ];
  if (
    !/^(?:ROLLBACK|DELETE|CREATE|IMPORT_ROLLBACK)_(?:FAILED|COMPLETE)$/.test(status) ||
    status === 'CREATE_COMPLETE'
  )
    return [];
  const unprotect = `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name} && `;
  return [
    failure(
      `${name} was never completed (${status}): it must be deleted before it can be made.`,
      `${isProtected ? unprotect : ''}aws cloudformation delete-stack --stack-name ${name}`,
    ),
  ];
}
