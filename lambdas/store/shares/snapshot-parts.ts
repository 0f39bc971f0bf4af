/**
 * Parts of a snapshot: compressed JSON of consecutive messages. One transaction writes all parts. DynamoDB allows
 * 400 KB for an item and 4 MB for a transaction.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { SharedMessage } from '#contract/sharing';
import { chatsTable, db } from '../db-and-table-names.ts';
import { type PackedParts, partKey } from './shares.ts';

/** Message of a snapshot. `model` is the id of the model that replied, not its display name as in `SharedMessage`. */
export type StoredMessage = Omit<SharedMessage, 'trueModel'>;

/**
 * Largest size of a part that has several messages, in bytes of their JSON. A longer message is a part of its own. The
 * part of a longer message fits into one item, because the message already fits into the item of its turn.
 */
const PART_BYTES = 300_000;
/** Largest snapshot that one transaction writes: bytes of its compressed parts, and number of parts. */
const PACKED_MAX_BYTES = 1_500_000;
const PARTS_MAX = 40;
/**
 * Largest snapshot before compression, in bytes of JSON. Allows twice PART_BYTES for each part, because a part that is
 * one long message may exceed PART_BYTES.
 */
export const SNAPSHOT_MAX_BYTES = 2 * PART_BYTES * PARTS_MAX;

/** Packs messages into parts. Returns undefined when they are too long to be stored. */
export function packParts(messages: readonly StoredMessage[]): PackedParts | undefined {
  const parts: StoredMessage[][] = [[]];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message));
    if (bytes > 0 && bytes + size > PART_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(message);
    bytes += size;
  }
  if (parts.length > PARTS_MAX) return undefined;
  const packed = parts.map((some) => gzipSync(JSON.stringify(some)));
  const total = packed.reduce((sum, { length }) => sum + length, 0);
  return total > PACKED_MAX_BYTES ? undefined : packed;
}

/** Returns a part with the version of its snapshot. */
export async function readPart(
  shareId: string,
  part: number,
): Promise<{ version: number; messages: StoredMessage[] } | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: partKey(shareId, part), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  // Only `shares.ts` writes items under this key, packed by `packParts`.
  const messages = JSON.parse(gunzipSync(Item.packed as Uint8Array).toString()) as StoredMessage[];
  return { version: Number(Item.version), messages };
}
