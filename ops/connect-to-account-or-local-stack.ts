/**
 * Connects an operator's command to an AWS account or to the local stack. Sets the environment variables that the
 * functions' code reads.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { ENV } from '../lambdas/runtime/env-names.ts';
import { OpsError } from './operator-errors.ts';

const STACK_FILE = path.resolve(import.meta.dirname, '../.local/stack.json');

export interface ConnectionOptions {
  readonly local: boolean;
  readonly stack: string | undefined;
  readonly chatsTable: string | undefined;
  readonly searchTable: string | undefined;
}

/**
 * Connects, and finds the tables of chats and search. `stack` names their deployment or one of its stacks.
 * @throws OpsError when a table is not found, when several tables fit, also of one deployment, or when `local` is true
 * and no local stack is running
 */
export async function connectToTables(options: ConnectionOptions): Promise<void> {
  if (options.local) pointAtLocalStack();
  const client = new DynamoDBClient({});
  try {
    await adoptCredentials(client.config);
    const { chatsTable, searchTable } = options;
    const names = chatsTable && searchTable ? [] : await tableNames(client);
    process.env[ENV.chatsTable] = chatsTable ?? tableOf('Chats', names, options.stack);
    process.env[ENV.searchTable] = searchTable ?? tableOf('Search', names, options.stack);
  } finally {
    client.destroy();
  }
}

export interface AwsSettings {
  readonly region: string;
  readonly credentials: () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>;
  readonly maxAttempts: number;
  readonly requestHandler: object;
}

interface Resolved {
  readonly credentials: () => Promise<{
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  }>;
  readonly region: () => Promise<string>;
}

/**
 * Stores the shell's credentials and region, for example of a profile, in the environment variables that the functions'
 * code reads.
 * @throws when the shell has no credentials or no region
 */
export async function adoptCredentials({ credentials, region }: Resolved): Promise<void> {
  const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
  Object.assign(process.env, {
    AWS_REGION: await region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  // AWS refuses long-lived keys that are sent with a session token.
  if (sessionToken === undefined) delete process.env.AWS_SESSION_TOKEN;
  else process.env.AWS_SESSION_TOKEN = sessionToken;
}

/**
 * Directs all later calls to the stack of `npm start`. Removes the shell's profile, because the SDK prefers it to the
 * key in the environment.
 * @throws OpsError when no such stack is running
 */
export function pointAtLocalStack(stackFile = STACK_FILE): void {
  const { operator, caFile } = readStackFile(stackFile);
  if (!operator) throw new OpsError('No local stack is running: start one with npm start.');
  Object.assign(process.env, operator);
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  if (caFile !== undefined)
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(caFile, 'utf8')]);
}

interface StackFile {
  readonly operator?: Readonly<Record<string, string>>;
  readonly caFile?: string;
}

function readStackFile(file: string): StackFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

async function tableNames(client: DynamoDBClient): Promise<string[]> {
  const names: string[] = [];
  for await (const page of paginateListTables({ client }, {})) names.push(...(page.TableNames ?? []));
  return names;
}

export const withoutSuffix = (stack: string): string => stack.replace(/-(?:data|app)$/, '');

/**
 * Finds a table by its id in the CDK app. CloudFormation names it `<deployment>-data-<id><hash>-<random>`.
 * @throws OpsError when there is no such table, or more than one
 */
function tableOf(id: string, names: readonly string[], stack: string | undefined): string {
  const pattern = new RegExp(`^(.+)-data-${id}[0-9A-F]{8}(?:-|$)`);
  const all = names.filter((name) => {
    const of = pattern.exec(name)?.[1];
    return of !== undefined && (stack === undefined || of === withoutSuffix(stack));
  });
  // Leaves out a table restored from a backup (docs/operate.md, Restoring a table): its name is that of the table in
  // use, with a suffix.
  const found = all.filter((name) => !all.some((other) => name.startsWith(`${other}-`)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new OpsError(
    only === undefined
      ? `There is no ${id} table${stack ? ` of ${withoutSuffix(stack)}` : ''} in this account and region.`
      : `There are several ${id} tables: name the deployment with --stack, for example ${pattern.exec(only)?.[1]}.`,
  );
}
