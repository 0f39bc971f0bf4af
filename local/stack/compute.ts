/** Functions with everything that invokes them: synchronously, asynchronously, and from queues. */
import type { Addresses } from '../assembly/hosts.ts';
import type { Assembly } from '../assembly/index.ts';
import type { MovableClock } from '../faults/index.ts';
import type { Iam } from '../iam/index.ts';
import {
  createEvents,
  createPool,
  createQueues,
  type EventInvokeConfig,
  type EventSourceMapping,
  type Events,
  type Pool,
  type QueueProperties,
  type Queues,
} from '../lambda/index.ts';
import { type Log, REGION } from '../types.ts';
import { functionSpecs } from './functions.ts';

export interface Compute {
  readonly pool: Pool;
  readonly events: Events;
  readonly queues: Queues;
  /** ARNs. */
  readonly queueArns: readonly string[];
  /** The function that signs with an access key. */
  readonly callerOf: (accessKeyId: string) => string | undefined;
}

export interface ComputeOptions {
  readonly assembly: Assembly;
  readonly addresses: Addresses;
  readonly iam: Iam;
  readonly clock: MovableClock;
  readonly retryDelaysMs: readonly number[];
  readonly caFile: string;
  /** Address by the SDK's service name, for example `DYNAMODB`; `''` for every other service. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly log: Log;
}

export function createCompute(options: ComputeOptions): Compute {
  const { assembly, iam, clock, log } = options;
  const endpoints = Object.entries(options.endpoints).map(([service, url]) => [
    service === '' ? 'AWS_ENDPOINT_URL' : `AWS_ENDPOINT_URL_${service}`,
    url,
  ]);
  const pool = createPool({
    log,
    clockOffset: clock.offset,
    variables: ({ roleName }) => ({
      ...Object.fromEntries(endpoints),
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_ACCESS_KEY_ID: iam.accessKeyOf(roleName),
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: 'local',
      NODE_EXTRA_CA_CERTS: options.caFile,
      PATH: process.env.PATH ?? '',
    }),
  });
  const specs = functionSpecs(assembly, options.addresses);
  const callers = new Map(specs.map(({ name, roleName }) => [iam.accessKeyOf(roleName), name]));
  for (const spec of specs) pool.add(spec);
  const queueResources = assembly.all<QueueProperties>('AWS::SQS::Queue');
  const queues = createQueues({
    queues: Object.fromEntries(queueResources.map((q) => [q.attribute('Arn'), q.properties])),
    mappings: assembly.all<EventSourceMapping>('AWS::Lambda::EventSourceMapping').map((m) => m.properties),
    invoke: pool.invoke,
    retryDelayMs: options.retryDelaysMs[0] ?? 0,
    clock,
    log,
  });
  const configs = assembly.all<EventInvokeConfig & { FunctionName: string }>(
    'AWS::Lambda::EventInvokeConfig',
  );
  const events = createEvents({
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
    queueArns: queueResources.map((queue) => queue.attribute('Arn')),
    callerOf: (accessKeyId) => callers.get(accessKeyId),
  };
}
