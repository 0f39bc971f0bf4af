/**
 * Finds the deployment that an operator's command works on. Reads its settings from the environment variables of its
 * functions, so that operators configure nothing.
 */
import { type FunctionConfiguration, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { ENV, type EnvName } from '../lambdas/runtime/env-names.ts';
import { OpsError } from './operator-errors.ts';
import { adoptCredentials, pointAtLocalStack } from './set-aws-environment.ts';

export interface DeploymentOptions {
  readonly local: boolean;
  readonly stack: string | undefined;
  readonly userPool: string | undefined;
}
export interface Deployment {
  readonly siteUrl: string;
  readonly productName: string;
}

/** Environment variables of the function `AdminApi` that every operator's command needs. */
const WANTED = [
  ENV.waitlistTable,
  ENV.invitesTable,
  ENV.auditTable,
  ENV.subscriptionsTable,
  ENV.usageTable,
  ENV.chatsTable,
  ENV.connectionsTable,
  ENV.socketEndpoint,
  ENV.userPoolId,
  ENV.siteUrl,
  ENV.productName,
  ENV.dailySpendCap,
  ENV.models,
] as const;
/**
 * Matches the name of a function's log group, and captures the deployment's name and the function's id. CloudFormation
 * names a log group `<deployment>-app-<id>Logs<hash>-<random>`. The function's own name does not help: CloudFormation
 * cuts it at 64 characters, so that it may lack the end of the deployment's name and of the id.
 */
const LOG_GROUP = /^(.+)-app-(\w+)Logs[0-9A-F]{8}(?:-|$)/;

/**
 * Sets the environment variables that product code reads, as Lambda does for a function.
 * @throws OpsError when there is no deployment, when there are several and `stack` names none, or when the deployment
 * is older than this code
 */
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

export interface BillingDeployment extends Deployment {
  readonly secretArn: string;
  readonly webhookUrl: string;
}

/**
 * Returns the deployment with the settings of its payments. Sets the environment variable with the address of Stripe's
 * API. Call it after `connectAsOperator`, which sets the credentials.
 * @throws OpsError when there is no deployment, when there are several and `stack` names none, or when the deployment
 * does not use Stripe
 */
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

/** Environment variables that the rebuild of the search index needs. The function `SearchDocuments` has them all. */
const SEARCH_NAMES = [ENV.chatsTable, ENV.searchTable, ENV.filesBucket] as const;

export interface SearchOptions {
  readonly local: boolean;
  readonly stack: string | undefined;
  /** Names of tables and of a bucket to use instead of those of the deployment. */
  readonly names: Readonly<Partial<Record<(typeof SEARCH_NAMES)[number], string | undefined>>>;
}

/**
 * Connects, and sets the environment variables with the tables of chats and search and the bucket of files. A name that
 * `names` lacks comes from a function of the deployment. The account's list of tables would not tell which table is in
 * use: a restored table, or a table of a deleted stack, has a similar name.
 * @throws OpsError when there is no deployment, when there are several and `stack` names none, or when the deployment
 * is older than this code
 */
export async function connectToSearch({ local, stack, names }: SearchOptions): Promise<void> {
  if (local) pointAtLocalStack();
  const client = new LambdaClient({});
  try {
    await adoptCredentials(client.config);
    const isComplete = SEARCH_NAMES.every((name) => names[name]);
    const variables = isComplete ? {} : await variablesOf(client, 'SearchDocuments', stack);
    for (const name of SEARCH_NAMES) {
      const value = names[name] ?? variables[name];
      if (!value) throw new OpsError('The deployment is older than this command: deploy it first.');
      process.env[name] = value;
    }
  } finally {
    client.destroy();
  }
}

/**
 * @param id path of the function's construct in the app stack, without slashes: `RepliesReply` for `Replies/Reply`
 * @throws OpsError when no deployment has the function, or when several deployments have it and `stack` is undefined
 */
async function variablesOf(
  client: LambdaClient,
  id: string,
  stack: string | undefined,
): Promise<Record<string, string>> {
  const found = (await listFunctions(client, stack)).filter((one) => one.id === id);
  const [only] = found;
  if (only === undefined) throw new OpsError(missing(stack));
  if (found.length > 1) {
    const names = found.map(({ deployment }) => deployment);
    throw new OpsError(`There are several deployments: name one with --stack: ${names.join(', ')}.`);
  }
  return only.variables;
}

const missing = (stack: string | undefined): string =>
  `There is no deployment${stack ? ` ${withoutSuffix(stack)}` : ''} in this account and region.`;

const withoutSuffix = (stack: string): string => stack.replace(/-(?:data|app)$/, '');

export interface LoggingFunction {
  /** Path of the function's construct in the app stack without slashes, such as `RepliesReply`. */
  readonly id: string;
  readonly logGroup: string;
}
interface DeployedFunction extends LoggingFunction {
  readonly deployment: string;
  readonly variables: Record<string, string>;
}

async function listFunctions(client: LambdaClient, stack: string | undefined): Promise<DeployedFunction[]> {
  const found: DeployedFunction[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    found.push(...Functions.flatMap(toDeployedFunction));
  return stack === undefined ? found : found.filter(({ deployment }) => deployment === withoutSuffix(stack));
}

function toDeployedFunction({ LoggingConfig, Environment }: FunctionConfiguration): DeployedFunction[] {
  const logGroup = LoggingConfig?.LogGroup ?? '';
  const [, deployment, id] = LOG_GROUP.exec(logGroup) ?? [];
  if (deployment === undefined || id === undefined) return [];
  return [{ deployment, id, logGroup, variables: Environment?.Variables ?? {} }];
}

/** Lists the functions of the deployment that write logs. Call it after `connectAsOperator`. */
export async function loggingFunctions(stack: string | undefined): Promise<readonly LoggingFunction[]> {
  const client = new LambdaClient({});
  try {
    return await listFunctions(client, stack);
  } finally {
    client.destroy();
  }
}
