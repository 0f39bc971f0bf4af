import { describe, expect, it } from 'vitest';
import { chatOfKey, chatSort, guestOwner, ownerPartition, turnPartition, turnSort } from './keys.ts';

describe('chatOfKey', () => {
  it.each(['an-owner', guestOwner('0123')])('reads what chats are stored under: %s', (owner) => {
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
  ])('knows no chat of %s %s', (pk, sk) => {
    expect(chatOfKey(pk, sk)).toBeUndefined();
  });
});
