import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  eraseKeptChats,
  keepsChats,
  keptChatsOf,
  mayKeep,
  owned,
  SHAPE,
  setKeepsChats,
} from './kept-chats-storage.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
const ADA = { owner: 'ada', email: 'ada@example.com', name: 'Ada', isAdmin: false };

beforeEach(() => {
  stored.clear();
  stored.set('userEmail', ADA.email);
});

describe('a record', () => {
  it.each([
    ['of its owner', { owner: 'ada', shape: SHAPE }, true],
    ['of another owner', { owner: 'eve', shape: SHAPE }, false],
    ['of another shape', { owner: 'ada', shape: SHAPE + 1 }, false],
    ['that is absent', undefined, false],
  ])('%s, %j, counts as present: %j', (_, record, isPresent) => {
    expect(owned(record, 'ada') !== undefined).toBe(isPresent);
  });
});

describe('chats may be kept', () => {
  it('while their user is signed in in this browser, and the setting is on', async () => {
    expect(mayKeep(ADA)).toBe(true);
    await setKeepsChats(false);
    expect([keepsChats(), mayKeep(ADA)]).toEqual([false, false]);
    await setKeepsChats(true);
    expect(mayKeep(ADA)).toBe(true);
  });

  it('not after a logout, nor after another user has signed in', () => {
    stored.delete('userEmail');
    expect(mayKeep(ADA)).toBe(false);
    stored.set('userEmail', 'eve@example.com');
    expect(mayKeep(ADA)).toBe(false);
  });
});

describe('without IndexedDB', () => {
  it('nothing is kept, and nothing fails', async () => {
    stored.set('keptChatsOwner', ADA.owner);
    expect(await keptChatsOf(ADA).list()).toBeUndefined();
    expect(await keptChatsOf(ADA).page('a chat')).toBeUndefined();
    await eraseKeptChats();
    expect(stored.get('keptChatsOwner')).toBe(ADA.owner);
  });

  it('erasing is given up after a second when the database hangs', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const erased = vi.fn();
    const erasing = eraseKeptChats().then(erased);
    await vi.advanceTimersByTimeAsync(999);
    expect(erased).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await erasing;
    vi.useRealTimers();
  });
});
