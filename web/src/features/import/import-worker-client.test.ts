import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportTask, ImportWorkerMessage } from './import.worker.ts';
import { batchesOf } from './import-worker-client.ts';

const BATCHES = 3;
let worker: FakeWorker;
let isHanging: boolean;

/** Worker that gives some empty batches, and then none. */
class FakeWorker {
  onmessage: ((event: { data: ImportWorkerMessage }) => void) | undefined;
  isEnded = false;
  #given = 0;

  constructor() {
    worker = this;
  }
  postMessage(_: ImportTask): void {
    if (isHanging) return;
    this.#given += 1;
    const batch = this.#given <= BATCHES ? { chats: [], pinned: [] } : undefined;
    queueMicrotask(() => this.onmessage?.({ data: { type: 'batch', batch } }));
  }
  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  isHanging = false;
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

async function readAll(signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const _ of batchesOf(new File([], 'export.json'), new Set(), signal)) count += 1;
  return count;
}

it('reads all batches, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  expect(await readAll(signal)).toBe(BATCHES);
  expect(added).toHaveBeenCalled();
  expect(removed.mock.calls.map((call) => call.slice(0, 2))).toEqual(
    added.mock.calls.map((call) => call.slice(0, 2)),
  );
});

it('ends the worker when it is aborted during a request', async () => {
  isHanging = true;
  const controller = new AbortController();
  const failed = expect(readAll(controller.signal)).rejects.toThrow('Paused');
  controller.abort(new Error('Paused'));
  await failed;
  expect(worker.isEnded).toBe(true);
});
