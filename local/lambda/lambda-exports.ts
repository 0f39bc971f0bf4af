/** Emulates Lambda, with the queues and streams that invoke functions. */

export {
  createQueues,
  type EventSourceMapping,
  type QueueProperties,
  type Queues,
} from '../sqs/queues-and-event-source-mappings.ts';
export {
  type AsyncInvocations,
  createAsyncInvocations,
  type EventInvokeConfig,
} from './async-invocations.ts';
export { checkReserved } from './check-reserved-concurrency.ts';
export { createStreamConsumers, type StreamMapping, type Streams } from './dynamodb-stream-mappings.ts';
export { createPool, type FunctionUsage, type Pool } from './execution-environment-pool.ts';
export type { FunctionSpec } from './function-spec.ts';
export { createLambdaApi } from './lambda-service-api.ts';
export { isTooLarge } from './payload-and-batch-limits.ts';
export { isThrottled } from './throttling-error.ts';
