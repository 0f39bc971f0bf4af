import type { Assembly } from '../assembly/assembly.ts';
import { type Addresses, rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import {
  type AccountApiOptions,
  createCallerIdentityApi,
  createCertificatesApi,
  createGatewayAccountApi,
  createModelsApi,
  createQuotasApi,
  createStacksApi,
  createTopicSubscriptionsApi,
  type DeployedStack,
} from '../aws-account-apis/account-apis-exports.ts';
import type { RequestListener } from '../gateway/gateway-exports.ts';
import { createLogsApi } from '../logs/cloudwatch-logs.ts';
import { createSqsApi } from '../sqs/sqs.ts';
import type { Lambda } from './create-lambda-of-stack.ts';
import type { StartupContext } from './startup-context.ts';

interface GatewayAccount {
  readonly CloudWatchRoleArn?: string;
}

/**
 * Returns a listener that passes each call to the service in its signature:
 * `Credential=<key>/<date>/<region>/<service>/aws4_request`.
 */
export function operatorServices(
  { assembly, addresses, account, iam, faults, clock, logs }: StartupContext,
  { pool, queues, queueArns, callerOf }: Lambda,
): RequestListener {
  const { authorize } = iam;
  const groups = () => Object.fromEntries(pool.functions().map(({ name, logGroup }) => [logGroup, name]));
  const options: AccountApiOptions = {
    settings: account,
    stacks: () => deployedStacks(assembly, addresses),
    gatewayRole: assembly.all<GatewayAccount>('AWS::ApiGateway::Account')[0]?.properties.CloudWatchRoleArn,
    authorize,
    keyOf: iam.keyOf,
    clock,
    faults,
  };
  const services: Readonly<Record<string, RequestListener>> = {
    acm: createCertificatesApi(options),
    apigateway: createGatewayAccountApi(options),
    bedrock: createModelsApi(options),
    cloudformation: createStacksApi(options),
    logs: createLogsApi({ lines: logs, groups, authorize, faults }),
    servicequotas: createQuotasApi(options),
    sns: createTopicSubscriptionsApi(options),
    sqs: createSqsApi({ queues, arns: queueArns, authorize, clock, faults, callerOf }),
    sts: createCallerIdentityApi(options),
  };
  return (request, response) => {
    const signature = String(request.headers.authorization ?? '');
    const service = /Credential=[^/]+\/\d{8}\/[\w-]+\/([\w-]+)\//.exec(signature)?.[1] ?? '';
    return (services[service] ?? notEmulated)(request, response);
  };
}

const notEmulated: RequestListener = (request, response) => {
  const what = String(request.headers['x-amz-target'] ?? `${request.method} ${request.url}`);
  response
    .writeHead(501, { 'content-type': 'application/json', 'x-amzn-errortype': 'NotEmulatedException' })
    .end(JSON.stringify({ message: `The local stack does not emulate ${what}` }));
};

function deployedStacks(assembly: Assembly, addresses: Addresses): DeployedStack[] {
  return assembly.stacks().map(({ name, id }) => ({
    name,
    id,
    outputs: rewriteHosts(assembly.outputs(name), addresses),
    resources: assembly.resourcesOf(name),
    isProtected: false,
  }));
}
