import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Engine, Prepared } from './dynalite-engine.ts';
import type { Item, TableDescription } from './dynamodb-types.ts';

export function keyOf(table: TableDescription, item: Item): Item {
  return Object.fromEntries(
    table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName] ?? {}]),
  );
}

export async function readItem(engine: Engine, TableName: string, Key: Item): Promise<Item | undefined> {
  const { Item } = await engine.run(engine.prepare('GetItem', { TableName, Key, ConsistentRead: true }));
  return Item as Item | undefined; // the cast: GetItem returns an item
}

/**
 * Runs a write. The error of a failed condition contains the stored item if `input` asks for the item by
 * `ReturnValuesOnConditionCheckFailure`.
 */
export async function writeItem(engine: Engine, input: JsonObject, prepared: Prepared): Promise<JsonObject> {
  try {
    return await engine.run(prepared);
  } catch (error) {
    if (!(error instanceof AwsError) || error.code !== 'ConditionalCheckFailedException') throw error;
    if (input.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') throw error;
    const name = String(input.TableName);
    const key = keyOf(await engine.table(name), (input.Key ?? input.Item) as Item); // validated by `prepare`
    const item = await readItem(engine, name, key);
    throw new AwsError(error.code, error.message, error.status, item && { Item: item });
  }
}
