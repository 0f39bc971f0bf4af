import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { ChangeCapture } from './change-capture.ts';
import { type Engine, isOperation, type Operation } from './dynalite-engine.ts';
import type { Backups } from './point-in-time-recovery.ts';
import { writeItem } from './read-and-write-item.ts';
import type { Lock } from './shared-exclusive-lock.ts';
import { type TransactionResult, transactGet, transactWrite } from './transactions.ts';
import { type TimeToLive, updateTimeToLive } from './ttl.ts';

const WRITES: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
export const isWrite = (action: string): boolean =>
  WRITES.includes(action) || action === 'TransactWriteItems';

export type Run = (action: string, input: JsonObject) => Promise<JsonObject>;

/**
 * Creates a function that runs an operation under the lock that the operation needs. The function throws
 * UnknownOperationException for an operation that is not emulated.
 */
export function createDispatcher(
  engine: Engine,
  lock: Lock,
  ttl: TimeToLive,
  changes: ChangeCapture,
  backups: Backups,
): Run {
  const transact = createTransactions(engine, lock, changes);
  return async (action, input) => {
    if (action === 'TransactWriteItems' || action === 'TransactGetItems') return transact(action, input);
    if (action === 'UpdateTimeToLive') return updateTimeToLive(ttl, input);
    if (action === 'DescribeTimeToLive')
      return { TimeToLiveDescription: ttl.describe(String(input.TableName)) };
    const backup = backups.actions[action];
    // A write first changes an item, and then records the change. A restore undoes the recorded changes. Without the
    // lock, a restore could run between these two steps of a write. The restored table would then contain a change that
    // is newer than the restored time.
    if (backup) return lock.exclusive(() => backup(input));
    if (!isOperation(action))
      throw new AwsError('UnknownOperationException', `DynamoDB's ${action} is not emulated`);
    return single({ engine, lock, changes }, action, input);
  };
}

interface Writing {
  readonly engine: Engine;
  readonly lock: Lock;
  readonly changes: ChangeCapture;
}

async function single(
  { engine, lock, changes }: Writing,
  action: Operation,
  input: JsonObject,
): Promise<JsonObject> {
  const prepared = engine.prepare(action, input);
  if (!WRITES.includes(action)) return engine.run(prepared);
  if (changes.follows(action, input))
    return lock.exclusive(() => changes.capture(action, input, () => writeItem(engine, input, prepared)));
  // With ALL_OLD, `writeItem` reads the item after the condition has failed. Without the exclusive lock, another write
  // could change the item just before this read. The error could then contain an item for which the condition holds.
  const isolation = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? 'exclusive' : 'shared';
  return lock[isolation](() => writeItem(engine, input, prepared));
}

/**
 * Runs transactions. A write transaction that repeats the client token and the items of a successful transaction has no
 * effect. DynamoDB forgets a token after ten minutes; here it is kept until the stack ends.
 */
function createTransactions(engine: Engine, lock: Lock, changes: ChangeCapture): Run {
  const answered = new Map<string, string>();
  return (action, input) =>
    lock.exclusive(async () => {
      const token = input.ClientRequestToken;
      const body = JSON.stringify(input.TransactItems);
      if (typeof token === 'string' && action === 'TransactWriteItems') {
        const earlier = answered.get(token);
        if (earlier === body) return {};
        if (earlier !== undefined)
          throw new AwsError(
            'IdempotentParameterMismatchException',
            'The token was used with other parameters',
          );
      }
      const write = action === 'TransactWriteItems';
      const result = write
        ? await changes.capture(action, input, () => transactWrite(engine, input))
        : await transactGet(engine, input);
      if (typeof token === 'string') answered.set(token, body);
      return withCapacity(result, write);
    });
}

function withCapacity({ answer, units }: TransactionResult, write: boolean): JsonObject {
  const ConsumedCapacity = [...units].map(([TableName, CapacityUnits]) => ({
    TableName,
    CapacityUnits,
    [write ? 'WriteCapacityUnits' : 'ReadCapacityUnits']: CapacityUnits,
  }));
  return { ...answer, ConsumedCapacity };
}
