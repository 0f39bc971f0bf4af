import { expect, it, onTestFinished, vi } from 'vitest';
import { createStore } from '../../../../lib/observable-store.ts';
import type { ChatController } from '../chats/chat-screen-controller.ts';
import { keepChats } from './keep-chats.ts';

const writes = vi.hoisted((): PromiseWithResolvers<void>[] => []);
vi.mock('../../../../lib/kept-chats-storage.ts', () => ({
  mayKeep: () => true,
  eraseKeptChats: () => Promise.resolve(),
  inTransaction: () => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  },
}));

/** Starts the writing of a list, and waits until its first write has been due. */
async function givenWriting(phase = 'ready') {
  writes.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', {});
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const state = { phase, isKept: false, chats: [], nextCursor: undefined, removed: new Set() };
  const list = createStore<object>(state);
  const projects = createStore<readonly unknown[]>([]);
  const controller = { list: { state: list, projects: { state: projects } }, open: createStore(undefined) };
  // The test gives what `keepChats` reads of a controller.
  const stop = keepChats(controller as unknown as ChatController, { owner: 'o', email: 'e' } as never);
  await vi.advanceTimersByTimeAsync(1_000);
  return { stop, change: (change = {}) => list.set({ ...state, ...change }) };
}

it('changes during a write are written after it, also when the writing is stopped meanwhile', async () => {
  const { stop, change } = await givenWriting();
  expect(writes).toHaveLength(1);
  change();
  stop();
  writes[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(writes).toHaveLength(2);
  writes[1]?.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(writes).toHaveLength(2);
});

it('nothing is written after a write that failed', async () => {
  const { stop, change } = await givenWriting();
  expect(writes).toHaveLength(1);
  change();
  writes[0]?.reject(new Error('full'));
  await vi.advanceTimersByTimeAsync(5_000);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(writes).toHaveLength(1);
});

it.each([{ phase: 'ready' }, { isKept: true }])(
  'nothing is written before the list is %o',
  async (change) => {
    const writing = await givenWriting('loading');
    writing.change();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(writes).toHaveLength(0);
    writing.change(change);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes).toHaveLength(1);
  },
);
