/** Reads from CloudFormation the deployment that the configuration names. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import type { Config } from '../../lib/config.ts';
import type { AwsSettings } from './aws-settings.ts';

export interface DeployedStack {
  readonly name: string;
  readonly status: string;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Deployment {
  /** `<slug>-<stage>`; the stacks add `-data` and `-app`. */
  readonly name: string;
  readonly data: DeployedStack | undefined;
  readonly app: DeployedStack | undefined;
  readonly outputs: Readonly<Record<string, string>>;
  /** Finds resources of the app stack by their type and a part of their logical id. Returns their physical ids. */
  readonly resources: (type: string, idPart?: string) => readonly string[];
}

export async function readDeployment({ slug, stage }: Config, aws: AwsSettings): Promise<Deployment> {
  const client = new CloudFormationClient(aws);
  try {
    const name = `${slug}-${stage}`;
    const [data, app] = await Promise.all([
      findStack(client, `${name}-data`),
      findStack(client, `${name}-app`),
    ]);
    const resources = app ? await listResources(client, app.name) : [];
    return {
      ...{ name, data, app },
      outputs: { ...data?.outputs, ...app?.outputs },
      resources: (type, idPart = '') =>
        resources.filter((one) => one.type === type && one.id.includes(idPart)).map(({ ref }) => ref),
    };
  } finally {
    client.destroy();
  }
}

/** A stack in `REVIEW_IN_PROGRESS` counts as not deployed: it has a change set, but no resources yet. */
export async function findStack(
  client: CloudFormationClient,
  StackName: string,
): Promise<DeployedStack | undefined> {
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return found?.StackStatus === 'REVIEW_IN_PROGRESS' ? undefined : found && toStack(found);
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

const toStack = ({ StackName, StackStatus, EnableTerminationProtection, Outputs = [] }: Stack) => ({
  name: StackName ?? '',
  status: StackStatus ?? '',
  isProtected: EnableTerminationProtection === true,
  outputs: Object.fromEntries(
    Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  ),
});

/** CloudFormation also lists resources that it has deleted, and those that it could not create. */
const ABSENT: readonly (string | undefined)[] = ['DELETE_COMPLETE', 'CREATE_FAILED'];

async function listResources(client: CloudFormationClient, StackName: string) {
  const found: { readonly type: string; readonly id: string; readonly ref: string }[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const {
      ResourceType = '',
      LogicalResourceId: id = '',
      PhysicalResourceId: ref,
      ResourceStatus,
    } of StackResourceSummaries)
      if (ref !== undefined && !ABSENT.includes(ResourceStatus)) found.push({ type: ResourceType, id, ref });
  return found;
}
