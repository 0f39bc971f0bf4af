import { describe, expect, it, vi } from 'vitest';
import { ChatList } from './chat-list.ts';
import { changeAndSave, renameChat } from './optimistic-chat-changes.ts';

function givenList(): ChatList {
  vi.spyOn(console, 'warn').mockReturnValue();
  const list = new ChatList({ readPage: () => expect.fail('no read') });
  list.add({ chatId: 'a', name: 'A', createdAt: '2026-01-01T00:00:00.000Z' });
  return list;
}

describe('two renames at the same time, from A to B to C', () => {
  it.each([
    ['B fails, then C', ['-B', '-C'], ['C', 'A']],
    ['C fails, then B', ['-C', '-B'], ['B', 'A']],
    ['B succeeds, then C fails', ['+B', '-C'], ['C', 'B']],
    ['C fails, then B succeeds', ['-C', '+B'], ['B', 'B']],
    ['B fails, then C succeeds', ['-B', '+C'], ['C', 'C']],
    ['C succeeds, then B fails', ['+C', '-B'], ['C', 'C']],
    ['another device renames to X, then both fail', ['X', '-C', '-B'], ['X', 'X', 'X']],
  ])('%s', async (_, steps, shown) => {
    const list = givenList();
    const calls = { B: Promise.withResolvers<void>(), C: Promise.withResolvers<void>() };
    const begin = (name: 'B' | 'C') => renameChat(list, () => calls[name].promise, 'a', name);
    const renames = { B: begin('B'), C: begin('C') };
    const names = [];
    for (const step of steps) {
      const name = step.at(-1) === 'B' ? 'B' : 'C';
      if (step === 'X') list.change('a', { name: 'X' });
      else if (step.startsWith('+')) calls[name].resolve();
      else calls[name].reject(new Error('offline'));
      if (step !== 'X') await renames[name];
      names.push(list.find('a')?.name);
    }
    expect(names).toEqual(shown);
  });

  it('a third rename that fails last restores A, too', async () => {
    const list = givenList();
    const calls = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const renames = ['B', 'C', 'D'].map((name, n) =>
      renameChat(list, () => calls[n]?.promise ?? expect.fail(), 'a', name),
    );
    for (const [n, call] of calls.entries()) {
      call.reject(new Error('offline'));
      await renames[n];
    }
    expect(list.find('a')?.name).toBe('A');
  });

  it('a rename back to A that fails first leaves A where all others fail, too', async () => {
    const list = givenList();
    const calls = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const renames = ['B', 'A', 'C'].map((name, n) =>
      renameChat(list, () => calls[n]?.promise ?? expect.fail(), 'a', name),
    );
    for (const n of [1, 0, 2]) {
      calls[n]?.reject(new Error('offline'));
      await renames[n];
    }
    expect(list.find('a')?.name).toBe('A');
  });

  it('when both fail, the chat’s model and another chat that had the same name stay', async () => {
    const list = givenList();
    list.add({ chatId: 'b', name: 'B', createdAt: '2026-01-02T00:00:00.000Z' });
    const call = Promise.withResolvers<void>();
    const renames = [
      renameChat(list, () => call.promise, 'a', 'B'),
      renameChat(list, () => call.promise, 'b', 'C'),
      changeAndSave(list, 'a', 'model', 'B', () => Promise.resolve()),
    ];
    call.reject(new Error('offline'));
    await Promise.all(renames);
    expect([list.find('a'), list.find('b')]).toMatchObject([{ name: 'A', model: 'B' }, { name: 'B' }]);
  });
});

it('a failed rename restores the name that another device gave while an earlier rename was pending', async () => {
  const list = givenList();
  void renameChat(list, () => new Promise(() => undefined), 'a', 'B');
  list.change('a', { name: 'X' });
  await renameChat(list, () => Promise.reject(new Error('offline')), 'a', 'C');
  expect(list.find('a')?.name).toBe('X');
});
