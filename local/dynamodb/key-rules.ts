/**
 * Refuses keys that DynamoDB refuses, but dynalite, the emulator's engine, accepts. Dynalite accepts an empty string as
 * a key of an index, and counts characters of a key where DynamoDB counts bytes.
 */
import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Item, TableDescription } from './dynamodb-types.ts';

/**
 * Largest number of bytes of a key, and DynamoDB's error message for a longer key, by key type.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const LIMITS: Readonly<Record<string, readonly [bytes: number, message: string]>> = {
  HASH: [2_048, 'Size of hashkey has exceeded the maximum size limit of2048 bytes'],
  RANGE: [1_024, 'Aggregated size of all range keys has exceeded the size limit of 1024 bytes'],
};

/**
 * Returns each request in an operation's input that has a key, an item or a start key, with its table. `input` is never
 * a transaction, because `transactions.ts` runs a transaction's parts as single operations.
 */
export function keyedRequests(input: JsonObject): readonly (readonly [table: string, request: JsonObject])[] {
  const { RequestItems } = input as { readonly RequestItems?: Readonly<Record<string, Batch>> };
  const requests = RequestItems
    ? Object.entries(RequestItems).flatMap(([table, batch]) =>
        requestsIn(batch).map((request) => [table, request] as const),
      )
    : [[String(input.TableName), input] as const];
  return requests.filter(([, { Key, Item, ExclusiveStartKey }]) => Key ?? Item ?? ExclusiveStartKey);
}

type Batch = readonly Readonly<Record<string, JsonObject>>[] | { readonly Keys: readonly Item[] };

const requestsIn = (batch: Batch): readonly JsonObject[] =>
  'Keys' in batch ? batch.Keys.map((Key) => ({ Key })) : batch.flatMap((request) => Object.values(request));

/** Throws DynamoDB's ValidationException if a key in the request is too long. */
export function refuseLongKeys({ KeySchema }: TableDescription, request: JsonObject): void {
  for (const part of [request.Key, request.Item, request.ExclusiveStartKey] as readonly (Item | undefined)[])
    for (const { AttributeName, KeyType } of KeySchema) {
      const text = part?.[AttributeName]?.S;
      const [bytes, message] = LIMITS[KeyType] ?? [Number.POSITIVE_INFINITY, ''];
      if (typeof text === 'string' && Buffer.byteLength(text) > bytes)
        throw new AwsError('ValidationException', `One or more parameter values were invalid: ${message}`);
    }
}

/** Throws DynamoDB's ValidationException for an item with an empty string as key of an index. */
export function refuseEmptyIndexKeys({ GlobalSecondaryIndexes = [] }: TableDescription, item: Item): void {
  for (const { IndexName, KeySchema } of GlobalSecondaryIndexes)
    for (const { AttributeName } of KeySchema)
      if (item[AttributeName]?.S === '')
        throw new AwsError(
          'ValidationException',
          'One or more parameter values are not valid. A value specified for a secondary index key is not ' +
            'supported. The AttributeValue for a key attribute cannot contain an empty string value. ' +
            `IndexName: ${IndexName}, IndexKey: ${AttributeName}`,
        );
}
