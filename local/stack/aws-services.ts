import { streamArnOf } from '../assembly/resource-identities.ts';
import { createBedrock, demoModel } from '../bedrock/bedrock.ts';
import {
  type Change,
  createDynamoDb,
  type DynamoDb,
  databaseDirOf,
  type TableProperties,
  tableArn,
} from '../dynamodb/dynamodb.ts';
import { createLambdaApi } from '../lambda/lambda-exports.ts';
import { createMantle } from '../mantle/mantle.ts';
import type { S3 } from '../s3/s3.ts';
import { createSchedules, type RuleProperties, type Schedules } from '../schedules/schedules.ts';
import { createSecretsApi } from '../secrets/secrets.ts';
import { createMailApi } from '../ses/ses.ts';
import { serveBuckets } from './create-buckets-of-stack.ts';
import { createLambda, type Lambda } from './create-lambda-of-stack.ts';
import type { Port } from './listen-before-handlers.ts';
import { operatorServices } from './services-at-one-address.ts';
import { mailSettings } from './ses-emulator-options.ts';
import type { StackOptions } from './stack-interface.ts';
import type { StartupContext } from './startup-context.ts';
import { startSweeper } from './sweep-expired-at-intervals.ts';

export interface AwsServices {
  readonly database: DynamoDb;
  readonly databaseUrl: string;
  readonly s3: S3;
  /** Endpoint of S3 with buckets in the path. */
  readonly s3Url: string;
  readonly lambdaUrl: string;
  readonly mailUrl: string;
  readonly secretsUrl: string;
  /** Endpoint of Bedrock Runtime (Converse). `mantleUrl` serves the Responses API. */
  readonly modelsUrl: string;
  readonly mantleUrl: string;
  /** Endpoint of SQS, SNS, and the services that only operators call, such as CloudFormation. */
  readonly otherUrl: string;
  readonly lambda: Lambda;
  /** Calls the listener with every change of a table that has a stream, until the returned function is called. */
  readonly onChange: (listener: (change: Change) => void) => () => void;
}

type Options = Pick<StackOptions, 'source' | 'retryDelaysMs' | 'concurrency' | 'keepsProcesses'>;

/**
 * Starts the functions, their schedules, and the AWS services that functions and operators call.
 * DynamoDB and Bedrock get `callerOf` before `lambda` exists, so `callerOf` reads `lambda` at each call.
 */
export async function startAwsServices(context: StartupContext, options: Options): Promise<AwsServices> {
  const { ports, faults, cleanup, iam, secrets } = context;
  const callerOf = (accessKeyId: string) => lambda.callerOf(accessKeyId);
  const common = { authorize: iam.authorize, faults, callerOf };
  const listeners = new Set<(change: Change) => void>();
  const database = await openDatabase(context, callerOf, (change) => {
    lambda.streams.push(streamOf(change.table), change);
    for (const listener of listeners) listener(change);
  });
  const [databaseAt, lambdaAt, mailAt, secretsAt, mantleAt, s3At, otherAt] = [
    await ports.plain(),
    await ports.plain(),
    await ports.plain(),
    await ports.plain(),
    await ports.plain(),
    await ports.plain(),
    await ports.plain(),
  ];
  const { source = demoModel({ paceMs: 0 }), retryDelaysMs, concurrency, keepsProcesses } = options;
  const modelsUrl = `http://127.0.0.1:${await ports.listen(createBedrock({ source, account: context.account, clock: context.clock, ...common }))}`;
  const endpoints = {
    '': urlOf(otherAt),
    BEDROCK_MANTLE: urlOf(mantleAt),
    BEDROCK_RUNTIME: modelsUrl,
    COGNITO_IDENTITY_PROVIDER: `https://${context.browserPorts.auth.host}`,
    COGNITO_IDENTITY: `https://${context.browserPorts.auth.host}`,
    DYNAMODB: urlOf(databaseAt),
    LAMBDA: urlOf(lambdaAt),
    S3: urlOf(s3At),
    SECRETS_MANAGER: urlOf(secretsAt),
    SESV2: urlOf(mailAt),
  };
  const running = { retryDelaysMs, concurrency, keepsProcesses };
  const lambda = createLambda({ ...context, caFile: context.tls.caFile, ...running, endpoints });
  const { pool, events, queues, streams } = lambda;
  cleanup.defer(() => pool.close());
  cleanup.defer(() => {
    events.close();
    queues.close();
    streams.close();
  });
  const schedules = schedulesOf(context, lambda);
  cleanup.defer(() => schedules.close());
  const s3 = openFiles(context, callerOf);
  faults.onKill(pool.kill);
  databaseAt.serve({ handle: database.handle });
  lambdaAt.serve({ handle: createLambdaApi({ pool, events, ...common }) });
  mantleAt.serve({ handle: createMantle({ source, ...mantleSettings(context), ...common }) });
  mailAt.serve({ handle: createMailApi({ ...mailSettings(context), ...common }) });
  s3At.serve({ handle: s3.handle });
  secretsAt.serve({ handle: createSecretsApi({ ...secrets, ...common }) });
  otherAt.serve({ handle: operatorServices(context, lambda) });
  return {
    ...{ database, databaseUrl: urlOf(databaseAt), lambdaUrl: urlOf(lambdaAt), mailUrl: urlOf(mailAt) },
    ...{ s3, s3Url: urlOf(s3At) },
    secretsUrl: urlOf(secretsAt),
    modelsUrl,
    mantleUrl: urlOf(mantleAt),
    otherUrl: urlOf(otherAt),
    lambda,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function openFiles(context: StartupContext, callerOf: (accessKeyId: string) => string | undefined): S3 {
  const { browserPorts, filesDir: folder, cleanup, log } = context;
  const s3 = serveBuckets(browserPorts.buckets, { ...context, folder, callerOf });
  cleanup.defer(startSweeper('s3', () => s3.sweep(), log));
  return s3;
}

const mantleSettings = ({ assembly, clock, account, iam }: StartupContext) => ({
  clock,
  account,
  projects: assembly.all('AWS::BedrockMantle::Project').map((project) => project.attribute('Arn')),
  keyOf: iam.keyOf,
});

const urlOf = ({ port }: Port): string => `http://127.0.0.1:${port}`;

const streamOf = (table: string): string => streamArnOf(tableArn(table));

function schedulesOf({ assembly, clock, log }: StartupContext, { pool, events }: Lambda): Schedules {
  const rules = assembly.all<RuleProperties>('AWS::Events::Rule');
  return createSchedules({
    rules: Object.fromEntries(rules.map((rule) => [rule.attribute('Arn'), rule.properties])),
    find: pool.find,
    accept: events.accept,
    clock,
    log,
  });
}

async function openDatabase(
  context: StartupContext,
  callerOf: (accessKeyId: string) => string | undefined,
  onChange: (change: Change) => void,
) {
  const { assembly, dataDir, iam, faults, clock, cleanup, log } = context;
  const tables = assembly.all<TableProperties>('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  const database = await createDynamoDb({
    tables: Object.fromEntries(tables.map(({ ref, properties }) => [ref, properties])),
    ...(dataDir && { path: databaseDirOf(dataDir) }),
    authorize: iam.authorize,
    faults,
    clock,
    callerOf,
    onChange,
  });
  cleanup.defer(() => database.close());
  cleanup.defer(startSweeper('dynamodb', () => database.sweep(), log));
  return database;
}
