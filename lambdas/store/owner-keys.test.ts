import { describe, expect, it } from 'vitest';
import { instructionsKey } from './instructions.ts';
import {
  chatOfKey,
  chatSort,
  guestOwner,
  ownerPartition,
  projectContextSort,
  projectOfContextKey,
  turnPartition,
  turnSort,
} from './owner-keys.ts';

describe('chatOfKey', () => {
  it.each(['an-owner', guestOwner('0123')])('reads owner and chat from a chat’s key: %s', (owner) => {
    expect(chatOfKey(ownerPartition(owner), chatSort('c1'))).toEqual({ owner, chatId: 'c1' });
  });

  it('reads a temporary chat, whose key is in no range of the others', () => {
    const chatId = 'temp-019a0000-0000-7000-8000-000000000000';
    expect(chatSort(chatId)).toBe('TEMP#019a0000-0000-7000-8000-000000000000');
    expect(chatOfKey(ownerPartition('o'), chatSort(chatId))).toEqual({ owner: 'o', chatId });
  });

  it.each([
    [ownerPartition('o'), 'META'],
    [ownerPartition('o'), 'TEMP#'],
    [turnPartition('o', 'c1'), turnSort(1)],
    ['', ''],
    [ownerPartition(''), chatSort('c1')],
    [ownerPartition('o'), chatSort('')],
  ])('finds no chat in the key %s %s', (pk, sk) => {
    expect(chatOfKey(pk, sk)).toBeUndefined();
  });
});

describe('projectOfContextKey', () => {
  it('reads owner and project from the key of a project’s context', () => {
    const found = projectOfContextKey(ownerPartition('o'), projectContextSort('p1'));
    expect(found).toEqual({ owner: 'o', projectId: 'p1' });
  });

  it('finds no project in the key of the user’s own instructions', () => {
    const { pk, sk } = instructionsKey('o');
    expect(projectOfContextKey(pk, sk)).toBeUndefined();
  });

  it.each([
    [ownerPartition('o'), 'META'],
    [ownerPartition('o'), projectContextSort('')],
    [ownerPartition(''), projectContextSort('p1')],
  ])('finds no project in the key %s %s', (pk, sk) => {
    expect(projectOfContextKey(pk, sk)).toBeUndefined();
  });
});
