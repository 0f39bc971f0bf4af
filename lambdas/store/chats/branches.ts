/**
 * Branches of a chat. The chat's item stores them as a packed list, in which each branch is two numbers. The first
 * number is the branch's `from` minus the `from` of the previous branch; the list's first branch has its `from` itself.
 * The second number is `2 * continues` or `2 * versionOf + 1`. A byte holds seven bits of a number; its highest bit
 * says that the number continues in the next byte. While indexes are below 8,192, a branch takes two to four bytes.
 */
import { BRANCHES_MAX, type Branch, type Branches, forkOf } from '#contract/branches';
import type { ChatItem } from './chats.ts';

/**
 * Limits for a chat that gets another branch: branches, bytes of the packed list, and bytes of the chat's item. A write
 * of up to 1,024 bytes costs one unit.
 */
const MOST = { branches: BRANCHES_MAX, bytes: 160, itemBytes: 1_024 };

export function packBranches(branches: Branches): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const { from, versionOf, continues = 0 } of branches) {
    push(bytes, from - last);
    push(bytes, versionOf === undefined ? 2 * continues : 2 * versionOf + 1);
    last = from;
  }
  return Uint8Array.from(bytes);
}

function push(bytes: number[], value: number): void {
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) return;
  }
}

export function unpackBranches(bytes: Uint8Array): Branch[] {
  const values: number[] = [];
  let [value, factor] = [0, 1];
  for (const byte of bytes) {
    value += (byte % 128) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    values.push(value);
    [value, factor] = [0, 1];
  }
  let from = 0;
  return Array.from({ length: values.length / 2 }, (_, n) => {
    from += values[2 * n] ?? 0;
    const at = values[2 * n + 1] ?? 0;
    return { from, ...(at % 2 === 1 ? { versionOf: (at - 1) / 2 } : { continues: at / 2 }) };
  });
}

type Forked = Pick<ChatItem, 'branches' | 'pending' | 'pendingIndex'>;

/** Returns the chat's branches, including one that a turn in progress begins. */
export function branchesOf({ branches, pending, pendingIndex }: Forked): readonly Branch[] {
  const ended = branches ? unpackBranches(branches) : [];
  const begun = pending && forkOf(pending);
  return begun && pendingIndex !== undefined ? [...ended, { from: pendingIndex, ...begun }] : ended;
}

/** True if a locked chat, with the branch that its turn begins, is within the limits `MOST`. */
export function hasRoom(chat: ChatItem): boolean {
  const branches = branchesOf(chat);
  const { length } = packBranches(branches);
  if (branches.length > MOST.branches || length > MOST.bytes) return false;
  return sizeOf({ ...chat, branches: undefined }) + 'branches'.length + length <= MOST.itemBytes;
}

/** Estimates the bytes that DynamoDB counts for a value or for an item's fields. The estimate is never too low. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .reduce((total, [name, one]) => {
      const overhead = typeof one === 'object' ? 3 + Object.keys(one ?? {}).length : 0;
      return total + Buffer.byteLength(name) + overhead + sizeOf(one);
    }, 0);
}
