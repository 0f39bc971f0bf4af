/** Emulates CloudFormation as if the synthesized templates and CDK's bootstrap stack were deployed. */
import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { awsQueryService, type XmlObject } from '../aws-query/aws-query-service.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import type { AccountApiOptions, DeployedStack } from './account-api-options.ts';
import type { AccountSettings } from './account-state.ts';

const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';
const BOOTSTRAP = 'CDKToolkit';
const DELETED = 'DELETED';
const CREATED_AT = '2026-01-01T00:00:00.000Z';

const arnOf = (name: string): string => `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/*`;

/**
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListStackResources.html
 */
export function createStacksApi({ settings, stacks, authorize, faults }: AccountApiOptions) {
  return awsQueryService(NAMESPACE, ({ action, input, accessKeyId }) =>
    faults.around({ service: 'cloudformation', action, request: () => input.toString() }, () => {
      const name = input.get('StackName') ?? '';
      authorize(accessKeyId, `cloudformation:${action}`, arnOf(name));
      if (action === 'DescribeStacks') return { Stacks: [describe(found(name))] };
      if (action === 'ListStackResources')
        return { StackResourceSummaries: found(name).resources.map((one) => summary(one, isGone(name))) };
      throw new AwsError('InvalidAction', `CloudFormation's ${action} is not emulated`);
    }),
  );

  function found(name: string): DeployedStack {
    const stack = [...stacks(), ...bootstrapOf(settings)].find((one) => one.name === name);
    if (stack === undefined || settings.stackStatuses.get(name) === DELETED)
      throw new AwsError('ValidationError', `Stack with id ${name} does not exist`);
    return stack;
  }

  /**
   * Returns true if the stack's creation was rolled back. CloudFormation has then deleted the stack's resources, but
   * still lists them.
   */
  function isGone(stack: string): boolean {
    return settings.stackStatuses.get(stack) === 'ROLLBACK_COMPLETE';
  }

  function describe({ name, id, outputs, isProtected }: DeployedStack): XmlObject {
    const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
    return {
      StackId: id,
      StackName: name,
      CreationTime: CREATED_AT,
      StackStatus: settings.stackStatuses.get(name) ?? 'CREATE_COMPLETE',
      DisableRollback: false,
      EnableTerminationProtection: isProtected || settings.protectedStacks.has(name),
      Outputs,
    };
  }
}

const summary = (
  { type, logicalId, ref }: DeployedStack['resources'][number],
  isGone: boolean,
): XmlObject => ({
  LogicalResourceId: logicalId,
  PhysicalResourceId: ref,
  ResourceType: type,
  LastUpdatedTimestamp: CREATED_AT,
  ResourceStatus: isGone ? 'DELETE_COMPLETE' : 'CREATE_COMPLETE',
});

/** https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
function bootstrapOf({ bootstrapVersion }: AccountSettings): DeployedStack[] {
  if (bootstrapVersion === undefined) return [];
  const bucket = `cdk-hnb659fds-assets-${ACCOUNT}-${REGION}`;
  return [
    {
      name: BOOTSTRAP,
      id: `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${BOOTSTRAP}/${randomUUID()}`,
      outputs: { BootstrapVersion: String(bootstrapVersion), BucketName: bucket },
      resources: [],
      isProtected: false,
    },
  ];
}
