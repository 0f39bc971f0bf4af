import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Branch } from '#contract/branches';
import { branchesOf, hasRoom, packBranches, unpackBranches } from './branches.ts';
import type { ChatItem } from './chats.ts';

const chat: ChatItem = { chatId: 'c', name: 'Chat 1', createdAt: '2026-01-01T00:00:00.000Z', nextIndex: 9 };
const versions = (count: number): Branch[] =>
  Array.from({ length: count }, (_, n) => ({ from: 8_000 + 2 * n, versionOf: 7_999 }));
const pending = { requestId: 'r', lockedUntil: 1 };

describe('a list of branches', () => {
  it('is the same after it was packed', () => {
    const branch = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.boolean(), fc.nat(99_999));
    fc.assert(
      fc.property(fc.array(branch, { maxLength: 40 }), (rows) => {
        let from = 0;
        const branches = rows.map(([growth, isVersion, at]) => {
          from += growth;
          return isVersion ? { from, versionOf: at } : { from, continues: at };
        });
        expect(unpackBranches(packBranches(branches))).toEqual(branches);
      }),
    );
  });

  it('has at most four bytes for a branch while indexes are below 8,192', () => {
    const far = Array.from({ length: 40 }, (_, n) => ({ from: 150 * n + 150, versionOf: 8_191 }));
    expect(packBranches(far).length).toBeLessThanOrEqual(160);
  });

  it('is empty in a chat without forks, also while a turn without a fork is in progress', () => {
    expect(branchesOf(chat)).toEqual([]);
    expect(branchesOf({ ...chat, pending, pendingIndex: 9 })).toEqual([]);
  });

  it('has the branch of a turn in progress', () => {
    const branches = packBranches([{ from: 7, versionOf: 3 }]);
    expect(branchesOf({ ...chat, branches, pending: { ...pending, versionOf: 1 }, pendingIndex: 9 })).toEqual(
      [
        { from: 7, versionOf: 3 },
        { from: 9, versionOf: 1 },
      ],
    );
    expect(branchesOf({ ...chat, pending: { ...pending, continues: 4 }, pendingIndex: 9 })).toEqual([
      { from: 9, continues: 4 },
    ]);
  });
});

describe('a chat has room for', () => {
  it('40 branches, and no more', () => {
    expect(hasRoom({ ...chat, branches: packBranches(versions(40)) })).toBe(true);
    expect(hasRoom({ ...chat, branches: packBranches(versions(41)) })).toBe(false);
  });

  it('160 bytes of packed branches, and no more', () => {
    const far = Array.from({ length: 33 }, (_, n) => ({ from: 90_000 + 200 * n, versionOf: 89_999 }));
    expect(packBranches(far).length).toBeGreaterThan(160);
    expect(hasRoom({ ...chat, branches: packBranches(far) })).toBe(false);
  });

  it('branches only while the item costs one write unit', () => {
    const branches = packBranches([{ from: 7, versionOf: 3 }]);
    expect(hasRoom({ ...chat, branches, name: 'n'.repeat(900) })).toBe(true);
    expect(hasRoom({ ...chat, branches, name: '\u{1F600}'.repeat(240) })).toBe(false);
  });
});
