/** Limits of keys in bytes: dynalite counts characters. */
import { AwsError, type JsonObject } from '../aws-json/index.ts';
import type { Item, TableDescription } from './types.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const LIMITS: Readonly<Record<string, readonly [bytes: number, message: string]>> = {
  HASH: [2_048, 'Size of hashkey has exceeded the maximum size limit of2048 bytes'],
  RANGE: [1_024, 'Aggregated size of all range keys has exceeded the size limit of 1024 bytes'],
};

/** Throws the ValidationException of a key that is too long, in whichever part of the call it stands. */
export function refuseLongKeys({ KeySchema }: TableDescription, input: JsonObject): void {
  for (const part of [input.Key, input.Item, input.ExclusiveStartKey] as readonly (Item | undefined)[])
    for (const { AttributeName, KeyType } of KeySchema) {
      const text = part?.[AttributeName]?.S;
      const [bytes, message] = LIMITS[KeyType] ?? [Number.POSITIVE_INFINITY, ''];
      if (typeof text === 'string' && Buffer.byteLength(text) > bytes)
        throw new AwsError('ValidationException', `One or more parameter values were invalid: ${message}`);
    }
}
