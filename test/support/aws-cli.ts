/**
 * Runs `aws <service> <operation> --flags` as the AWS CLI's second version would, through the SDK's clients and their
 * schemas: a service, an operation, a flag or a value that AWS does not have fails. The CLI itself is not needed.
 */
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as lambda from '@aws-sdk/client-lambda';
import * as secrets from '@aws-sdk/client-secrets-manager';
import * as ses from '@aws-sdk/client-sesv2';
import { NormalizedSchema } from '@smithy/core/schema';
import { valueFor } from './aws-cli-values.ts';
import { callJson, JSON_COMMANDS } from './aws-json-call.ts';

type Environment = Readonly<Record<string, string>>;
export type Answer = Readonly<Record<string, unknown>>;

interface Client {
  send(command: unknown): Promise<Answer>;
  destroy(): void;
}
interface Sdk {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly client: (settings: object) => unknown;
}

/** SDKs by the CLI's name of the service. */
const SDKS: Readonly<Record<string, Sdk>> = {
  'cognito-idp': { exports: cognito, client: (s) => new cognito.CognitoIdentityProviderClient(s) },
  dynamodb: { exports: dynamodb, client: (s) => new dynamodb.DynamoDBClient(s) },
  lambda: { exports: lambda, client: (s) => new lambda.LambdaClient(s) },
  secretsmanager: { exports: secrets, client: (s) => new secrets.SecretsManagerClient(s) },
  sesv2: { exports: ses, client: (s) => new ses.SESv2Client(s) },
};
const ENDPOINTS: Readonly<Record<string, string>> = {
  'cognito-idp': 'COGNITO_IDENTITY_PROVIDER',
  dynamodb: 'DYNAMODB',
  lambda: 'LAMBDA',
  secretsmanager: 'SECRETS_MANAGER',
  sesv2: 'SESV2',
};

/** Flags that change how the CLI shows an answer. All take a value. */
const SHOWING = ['--query', '--output', '--region', '--profile'];
/** Number of positional arguments by command. Each is the name of a file for the answer. */
const FILES: Readonly<Record<string, number>> = { 'lambda invoke': 1 };

export interface Flags {
  /** Values by flag; a flag without any is a switch. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly isRaw: boolean;
}

/** @throws Error for what the CLI would refuse, and whatever the service answers with */
export async function runAws(command: readonly string[], environment: Environment): Promise<Answer> {
  const [aws, service = '', operation = '', ...rest] = command;
  if (aws !== 'aws') throw new Error(`${aws} is not aws`);
  const name = `${service} ${operation}`;
  // Among the commands without an SDK, only this one has a word before its flags.
  const words = name === 'logs tail' ? ['--group', ...rest] : rest;
  if (name in JSON_COMMANDS) return callJson(name, flagsOf(words, 0).given, environment);
  const sdk = SDKS[service];
  if (!sdk) throw new Error(`The service ${service} is not understood`);
  const isWaiting = operation === 'wait';
  const flags = flagsOf(isWaiting ? rest.slice(1) : rest, FILES[name] ?? 0);
  const client = clientOf(service, sdk, environment);
  try {
    if (isWaiting) return await wait(sdk, client, rest[0] ?? '', flags);
    const command = pascal(operation);
    const Command = sdk.exports[`${command}Command`] as (new (input: object) => object) | undefined;
    if (!Command) throw new Error(`${service} has no operation ${operation}`);
    return await client.send(new Command(inputOf(sdk, command, flags)));
  } finally {
    client.destroy();
  }
}

function clientOf(service: string, { client }: Sdk, environment: Environment): Client {
  const variable = (name: string): string => environment[name] ?? '';
  const settings = {
    region: variable('AWS_REGION'),
    endpoint: variable(`AWS_ENDPOINT_URL_${ENDPOINTS[service]}`),
    maxAttempts: 1,
    credentials: {
      accessKeyId: variable('AWS_ACCESS_KEY_ID'),
      secretAccessKey: variable('AWS_SECRET_ACCESS_KEY'),
    },
  };
  return client(settings) as Client; // the part of it that all clients share
}

/** Polls until the state is reached, as the CLI's waiters do. */
async function wait({ exports }: Sdk, client: Client, state: string, flags: Flags): Promise<Answer> {
  const waiter = exports[`waitUntil${pascal(state)}`] as
    | ((options: object, input: object) => Promise<{ state: string }>)
    | undefined;
  if (!waiter) throw new Error(`There is no waiter ${state}`);
  const input = Object.fromEntries([...flags.given].map(([flag, [value]]) => [pascal(flag), value]));
  return waiter({ client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 }, input);
}

/** The operation's input, by the schema that the SDK serializes it with. */
function inputOf({ exports }: Sdk, command: string, { given, isRaw }: Flags): object {
  const operation = exports[`${command}$`] as readonly unknown[] | undefined;
  if (!operation) throw new Error(`${command} has no schema`);
  const schema = NormalizedSchema.of(operation[4] as Parameters<typeof NormalizedSchema.of>[0]); // the input's schema
  const members = Object.entries(schema.getMemberSchemas());
  const entries = [...given].map(([flag, values]) => {
    const wanted = flag.replace(/^no-/, '');
    const found = members.find(([member]) => [flag, wanted].includes(kebab(member)));
    if (!found) throw new Error(`${command} has no flag --${flag}`);
    const [member, type] = found;
    return [member, valueFor(type, values, { flag, isOn: kebab(member) === flag, isRaw })];
  });
  return Object.fromEntries(entries);
}

export function flagsOf(words: readonly string[], files: number): Flags {
  const given = new Map<string, string[]>();
  let isRaw = false;
  let values: string[] | undefined;
  const positional: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (SHOWING.includes(word)) i += 1;
    else if (word === '--cli-binary-format') {
      i += 1;
      if (words[i] !== 'raw-in-base64-out') throw new Error(`${words[i]} is not a binary format`);
      isRaw = true;
    } else if (word.startsWith('--')) {
      values = [];
      given.set(word.slice(2), values);
    } else if (values && !(i >= words.length - files)) values.push(word);
    else positional.push(word);
  }
  if (positional.length !== files)
    throw new Error(`${positional.join(' ') || 'A file'} is not expected here`);
  return { given, isRaw };
}

/** `admin-create-user` is `AdminCreateUser`. */
const pascal = (name: string): string => name.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
/** `UserPoolId` is `user-pool-id`. */
const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
