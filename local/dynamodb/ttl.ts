/** Emulates time to live: stores each table's TTL attribute, and deletes expired items. */
import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Clock } from '../emulator-types.ts';
import type { Engine } from './dynalite-engine.ts';
import type { Item } from './dynamodb-types.ts';
import { keyOf } from './read-and-write-item.ts';
import type { Lock } from './shared-exclusive-lock.ts';

export interface TimeToLive {
  set(table: string, attribute: string): void;
  describe(table: string): JsonObject;
  sweep(): Promise<number>;
}

/**
 * Holds `lock` exclusively while a page of items is read and its expired items are deleted, so that no other write
 * changes these items meanwhile. Calls `expired` just after each deletion.
 */
export function createTimeToLive(
  engine: Engine,
  lock: Lock,
  clock: Clock,
  expired: (table: string, keys: Item, item: Item) => void = () => undefined,
): TimeToLive {
  const attributes = new Map<string, string>();

  async function sweepTable(TableName: string, attribute: string): Promise<number> {
    const table = await engine.table(TableName);
    let deleted = 0;
    let ExclusiveStartKey: unknown;
    async function sweepPage(): Promise<void> {
      const scan = engine.prepare('Scan', {
        TableName,
        FilterExpression: '#ttl < :now',
        ExpressionAttributeNames: { '#ttl': attribute },
        ExpressionAttributeValues: { ':now': { N: String(Math.floor(clock.now() / 1000)) } },
        ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
      });
      const { Items = [], LastEvaluatedKey } = await engine.run(scan);
      ExclusiveStartKey = LastEvaluatedKey;
      // DynamoDB documents that `Items` is a list of items.
      for (const item of Items as readonly Item[]) {
        const Key = keyOf(table, item);
        await engine.run(engine.prepare('DeleteItem', { TableName, Key }));
        expired(TableName, Key, item);
        deleted += 1;
      }
    }
    do await lock.exclusive(sweepPage);
    while (ExclusiveStartKey !== undefined);
    return deleted;
  }

  return {
    set(table, attribute) {
      attributes.set(table, attribute);
    },
    describe(table) {
      const AttributeName = attributes.get(table);
      const off = { TimeToLiveStatus: 'DISABLED' };
      return AttributeName ? { TimeToLiveStatus: 'ENABLED', AttributeName } : off;
    },
    async sweep() {
      let deleted = 0;
      for (const [table, attribute] of attributes) deleted += await sweepTable(table, attribute);
      return deleted;
    },
  };
}

export function updateTimeToLive(ttl: TimeToLive, input: JsonObject): JsonObject {
  const specification = input.TimeToLiveSpecification as
    | { Enabled?: boolean; AttributeName?: string }
    | undefined;
  if (!specification?.Enabled || !specification.AttributeName)
    throw new AwsError('ValidationException', 'Switching time to live off is not emulated');
  ttl.set(String(input.TableName), specification.AttributeName);
  return { TimeToLiveSpecification: specification };
}
