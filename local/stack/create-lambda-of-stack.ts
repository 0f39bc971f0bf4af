import type { Assembly } from '../assembly/assembly.ts';
import type { Addresses } from '../assembly/replace-aws-host-names.ts';
import type { Log } from '../emulator-types.ts';
import type { MovableClock } from '../faults/faults.ts';
import { type Iam, ROLE_SECRET, ROLE_TOKEN } from '../iam/iam.ts';
import {
  type AsyncInvocations,
  checkReserved,
  createAsyncInvocations,
  createPool,
  createQueues,
  createStreamConsumers,
  type EventInvokeConfig,
  type EventSourceMapping,
  type Pool,
  type QueueProperties,
  type Queues,
  type StreamMapping,
  type Streams,
} from '../lambda/lambda-exports.ts';
import { REGION } from '../region-and-account.ts';
import { functionSpecs } from './read-functions-of-templates.ts';

export interface Lambda {
  readonly pool: Pool;
  readonly events: AsyncInvocations;
  readonly queues: Queues;
  readonly streams: Streams;
  readonly queueArns: readonly string[];
  /** Returns the name of the function that signs with an access key. */
  readonly callerOf: (accessKeyId: string) => string | undefined;
}

export interface LambdaOptions {
  readonly assembly: Assembly;
  readonly addresses: Addresses;
  readonly iam: Iam;
  readonly clock: MovableClock;
  readonly retryDelaysMs?: readonly number[] | undefined;
  /** Invocations that may run at the same time, of all functions together. @default no limit */
  readonly concurrency?: number | undefined;
  readonly caFile: string;
  readonly keepsProcesses?: boolean | undefined;
  /** Endpoint by the SDK's service name, for example `DYNAMODB`; `''` is the endpoint of all other services. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** Default pause before a stream's batch is delivered again. AWS does not document the length of its pause. */
const STREAM_RETRY_MS = 50;

export function createLambda(options: LambdaOptions): Lambda {
  const { assembly, iam, clock, log } = options;
  const endpoints = Object.entries(options.endpoints).map(([service, url]) => [
    service === '' ? 'AWS_ENDPOINT_URL' : `AWS_ENDPOINT_URL_${service}`,
    url,
  ]);
  const pool = createPool({
    log,
    clockOffset: clock.offset,
    keepsProcesses: options.keepsProcesses,
    variables: ({ roleName }) => ({
      ...Object.fromEntries(endpoints),
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_ACCESS_KEY_ID: iam.accessKeyOf(roleName),
      AWS_SECRET_ACCESS_KEY: ROLE_SECRET,
      AWS_SESSION_TOKEN: ROLE_TOKEN,
      NODE_EXTRA_CA_CERTS: options.caFile,
      PATH: process.env.PATH ?? '',
    }),
  });
  pool.limitConcurrency(options.concurrency);
  const specs = functionSpecs(assembly, options.addresses);
  checkReserved(specs, options.concurrency);
  const callers = new Map(specs.map(({ name, roleName }) => [iam.accessKeyOf(roleName), name]));
  for (const spec of specs) pool.add(spec);
  const mappings = assembly
    .all<EventSourceMapping & StreamMapping>('AWS::Lambda::EventSourceMapping')
    .map(({ properties }) => properties);
  const queueResources = assembly.all<QueueProperties>('AWS::SQS::Queue');
  const queues = createQueues({
    queues: Object.fromEntries(queueResources.map((q) => [q.attribute('Arn'), q.properties])),
    mappings: mappings.filter((mapping) => !isOfStream(mapping)),
    invoke: pool.invoke,
    retryDelayMs: options.retryDelaysMs?.[0],
    clock,
    log,
  });
  const streams = createStreamConsumers({
    mappings: mappings.filter(isOfStream),
    invoke: pool.invoke,
    sendTo: queues.send,
    retryDelayMs: options.retryDelaysMs?.[0] ?? STREAM_RETRY_MS,
    clock,
    log,
  });
  for (const mapping of mappings.filter(isOfStream))
    requireStreamRights(iam, pool.find(mapping.FunctionName).roleName, mapping);
  const configs = assembly.all<EventInvokeConfig & { FunctionName: string }>(
    'AWS::Lambda::EventInvokeConfig',
  );
  const events = createAsyncInvocations({
    configs: Object.fromEntries(configs.map(({ properties }) => [properties.FunctionName, properties])),
    find: pool.find,
    invoke: pool.invoke,
    sendTo: queues.send,
    retryDelaysMs: options.retryDelaysMs,
    clock,
    log,
  });
  return {
    pool,
    events,
    queues,
    streams,
    queueArns: queueResources.map((queue) => queue.attribute('Arn')),
    callerOf: (accessKeyId) => callers.get(accessKeyId),
  };
}

const isOfStream = ({ EventSourceArn }: StreamMapping): boolean => EventSourceArn.includes('/stream/');

/** Throws if the role may not read the stream or send to the failure destination. AWS refuses such a mapping, too. */
function requireStreamRights({ authorize, accessKeyOf }: Iam, role: string, mapping: StreamMapping): void {
  const key = accessKeyOf(role);
  for (const action of ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'])
    authorize(key, `dynamodb:${action}`, mapping.EventSourceArn);
  const destination = mapping.DestinationConfig?.OnFailure?.Destination;
  if (destination !== undefined) authorize(key, 'sqs:SendMessage', destination);
}
