/**
 * Connects an operator's command to an AWS account or to the local stack. Sets the environment variables that the
 * functions' code reads.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { OpsError } from './operator-errors.ts';

const STACK_FILE = path.resolve(import.meta.dirname, '../.local/stack.json');

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
