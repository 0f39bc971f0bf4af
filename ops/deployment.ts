/**
 * Which deployment an operator's command is about. The console's function has the names of all that is needed in
 * its environment: tables, user pool, address and sender. So there is one source, and nothing to configure.
 */
import { type FunctionConfiguration, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { ENV } from '../lambdas/runtime/env-names.ts';
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

/** What the commands read; the function has more, which is its own. */
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
const NAME = /^(.+)-app-AdminApi[0-9A-F]{8}(?:-|$)/;

/** Prepares the environment that the stores and the user pool read, as Lambda does for a function. @throws OpsError */
export async function connectAsOperator({ local, stack, userPool }: DeploymentOptions): Promise<Deployment> {
  if (local) pointAtLocalStack();
  const client = new LambdaClient({});
  try {
    await adoptCredentials(client.config);
    const variables = await variablesOf(client, stack);
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

async function variablesOf(client: LambdaClient, stack: string | undefined): Promise<Record<string, string>> {
  // As it may have been copied from the list of stacks.
  const wanted = stack?.replace(/-(?:data|app)$/, '');
  const found: { readonly of: string; readonly lambda: FunctionConfiguration }[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const lambda of Functions) {
      const of = NAME.exec(lambda.FunctionName ?? '')?.[1];
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
