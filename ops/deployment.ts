/**
 * Which deployment an operator's command is about. The console's function has the names of all that is needed in
 * its environment: tables, user pool, address and sender. So there is one source, and nothing to configure.
 */
import { type FunctionConfiguration, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { ENV, type EnvName } from '../lambdas/runtime/env-names.ts';
import { adoptCredentials, pointAtLocalStack } from './connection.ts';
import { OpsError } from './error.ts';

export interface DeploymentOptions {
  readonly local: boolean;
  readonly stack: string | undefined;
  readonly userPool: string | undefined;
}
export interface Deployment {
  readonly siteUrl: string;
  readonly productName: string;
}

/** Variables that the commands read; the function has more. */
const WANTED = [
  ENV.waitlistTable,
  ENV.invitesTable,
  ENV.auditTable,
  ENV.subscriptionsTable,
  ENV.usageTable,
  ENV.userPoolId,
  ENV.siteUrl,
  ENV.productName,
  ENV.dailySpendCap,
] as const;
/** CloudFormation names a function `<stack>-<id><hash>-<random>`. */
const nameOf = (id: string) => new RegExp(`^(.+)-app-${id}[0-9A-F]{8}(?:-|$)`);

/** Prepares the environment that the stores and the user pool read, as Lambda does for a function. @throws OpsError */
export async function connectAsOperator({ local, stack, userPool }: DeploymentOptions): Promise<Deployment> {
  if (local) pointAtLocalStack();
  const client = new LambdaClient({});
  try {
    await adoptCredentials(client.config);
    const variables = await variablesOf(client, 'AdminApi', stack);
    for (const name of WANTED)
      if (!variables[name])
        throw new OpsError(`The deployment is older than this command: ${name} is missing.`);
    for (const name of [...WANTED, ENV.mail]) if (variables[name]) process.env[name] = variables[name];
    if (userPool !== undefined) process.env[ENV.userPoolId] = userPool;
    return { siteUrl: variables[ENV.siteUrl] ?? '', productName: variables[ENV.productName] ?? '' };
  } finally {
    client.destroy();
  }
}

/** Deployment with its payments: what it needs at Stripe, and where it keeps what Stripe gave it. */
export interface BillingDeployment extends Deployment {
  readonly secretArn: string;
  readonly webhookUrl: string;
}

/** After `connectAsOperator`, for the same deployment. @throws OpsError where payments are not Stripe's */
export async function connectToBilling(stack: string | undefined): Promise<BillingDeployment> {
  const client = new LambdaClient({});
  try {
    const variables = await variablesOf(client, 'BillingApi', stack);
    const value = (name: EnvName): string => {
      const found = variables[name];
      if (!found)
        throw new OpsError('This deployment takes no payments: set payments to stripe, and deploy.');
      return found;
    };
    process.env[ENV.stripeApi] = value(ENV.stripeApi);
    return {
      siteUrl: value(ENV.siteUrl),
      productName: value(ENV.productName),
      secretArn: value(ENV.stripeSecretArn),
      webhookUrl: value(ENV.webhookUrl),
    };
  } finally {
    client.destroy();
  }
}

/** After `connectAsOperator`, for the same deployment: where chats are, of which the console knows nothing. */
export async function connectToChats(stack: string | undefined): Promise<void> {
  const client = new LambdaClient({});
  try {
    const variables = await variablesOf(client, 'LeavingAccount', stack);
    process.env[ENV.chatsTable] = variables[ENV.chatsTable] ?? '';
  } finally {
    client.destroy();
  }
}

/** @param id of the function in its stack */
async function variablesOf(
  client: LambdaClient,
  id: string,
  stack: string | undefined,
): Promise<Record<string, string>> {
  // As it may have been copied from the list of stacks.
  const wanted = stack?.replace(/-(?:data|app)$/, '');
  const name = nameOf(id);
  const found: { readonly of: string; readonly lambda: FunctionConfiguration }[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const lambda of Functions) {
      const of = name.exec(lambda.FunctionName ?? '')?.[1];
      if (of !== undefined && (wanted === undefined || of === wanted)) found.push({ of, lambda });
    }
  const [only] = found;
  if (only === undefined)
    throw new OpsError(`There is no deployment${wanted ? ` ${wanted}` : ''} in this account and region.`);
  if (found.length > 1)
    throw new OpsError(
      `There are several deployments: name one with --stack: ${found.map(({ of }) => of).join(', ')}.`,
    );
  return only.lambda.Environment?.Variables ?? {};
}
