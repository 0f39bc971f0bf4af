/** Enforces the size limits of keys in bytes, because dynalite counts characters. */
import { AwsError, type JsonObject } from '../aws-json/index.ts';
import type { Item, TableDescription } from './types.ts';

/**
 * Limits and error messages by key type.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const LIMITS: Readonly<Record<string, readonly [bytes: number, message: string]>> = {
  HASH: [2_048, 'Size of hashkey has exceeded the maximum size limit of2048 bytes'],
  RANGE: [1_024, 'Aggregated size of all range keys has exceeded the size limit of 1024 bytes'],
};

/** Throws DynamoDB's ValidationException for a key that is too long, in any part of the call. */
export function refuseLongKeys({ KeySchema }: TableDescription, input: JsonObject): void {
  for (const part of [input.Key, input.Item, input.ExclusiveStartKey] as readonly (Item | undefined)[])
    for (const { AttributeName, KeyType } of KeySchema) {
      const text = part?.[AttributeName]?.S;
      const [bytes, message] = LIMITS[KeyType] ?? [Number.POSITIVE_INFINITY, ''];
      if (typeof text === 'string' && Buffer.byteLength(text) > bytes)
        throw new AwsError('ValidationException', `One or more parameter values were invalid: ${message}`);
    }
}
