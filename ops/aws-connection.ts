/**
 * Connects an operator's command to an AWS account, or to the stack of `npm start`: its credentials, and the tables of
 * chats and search.
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
 * Connects to the account, and sets the environment variables from which the stores of chats and search read the names
 * of their tables.
 * @throws OpsError when a table is not found, or several deployments have one
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

/** Settings of the doctor's AWS clients: region, credentials, attempts and timeouts. */
export interface AwsSettings {
  readonly region: string;
  readonly credentials: () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>;
  readonly maxAttempts: number;
  readonly requestHandler: object;
}

/** Credentials and region in the configuration of an AWS client. */
interface Resolved {
  readonly credentials: () => Promise<{
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  }>;
  readonly region: () => Promise<string>;
}

/**
 * Sets the shell's credentials and region in the environment variables that the functions' clients read.
 * @throws when the shell has none
 */
export async function adoptCredentials({ credentials, region }: Resolved): Promise<void> {
  const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
  Object.assign(process.env, {
    AWS_REGION: await region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
  });
}

/**
 * Directs all calls to the stack of `npm start`, with its operator's credentials. @throws OpsError when none is running
 */
export function pointAtLocalStack(): void {
  const { operator, caFile } = readStackFile();
  if (!operator) throw new OpsError('No local stack is running: start one with npm start.');
  Object.assign(process.env, operator);
  delete process.env.AWS_SESSION_TOKEN;
  if (caFile !== undefined)
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(caFile, 'utf8')]);
}

interface StackFile {
  readonly operator?: Readonly<Record<string, string>>;
  readonly caFile?: string;
}

function readStackFile(): StackFile {
  try {
    return JSON.parse(readFileSync(STACK_FILE, 'utf8'));
  } catch {
    return {};
  }
}

async function tableNames(client: DynamoDBClient): Promise<string[]> {
  const names: string[] = [];
  for await (const page of paginateListTables({ client }, {})) names.push(...(page.TableNames ?? []));
  return names;
}

/**
 * Returns the name of the only table with this id in the CDK app. CloudFormation names it
 * `<stack>-<id><hash>-<random>`.
 */
function tableOf(id: string, names: readonly string[], stack: string | undefined): string {
  const pattern = new RegExp(`^(.+-data)-${id}[0-9A-F]{8}(?:-|$)`);
  const all = names.filter((name) => {
    const of = pattern.exec(name)?.[1];
    return of !== undefined && (stack === undefined || stack === of);
  });
  // A table that was restored from a backup is named after the one in use (docs/operate.md, Restoring a table).
  const found = all.filter((name) => !all.some((other) => name.startsWith(`${other}-`)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new OpsError(
    only === undefined
      ? `There is no ${id} table${stack ? ` of the stack ${stack}` : ''} in this account and region.`
      : `There are several ${id} tables: name the stack with --stack, for example ${pattern.exec(only)?.[1]}.`,
  );
}
