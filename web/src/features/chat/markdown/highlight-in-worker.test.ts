import { expect, it, vi } from 'vitest';
import type { HighlightRequest } from './highlight.worker.ts';
import { highlightCode } from './highlight-in-worker.ts';

/** Worker whose script can be loaded or not. It answers each request with the code, without colours. */
class FakeWorker {
  static readonly started: FakeWorker[] = [];
  static canLoad = true;
  readonly terminate = vi.fn();
  readonly #canLoad = FakeWorker.canLoad;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.started.push(this);
    if (!this.#canLoad) queueMicrotask(() => this.onerror?.());
  }

  postMessage({ id, code }: HighlightRequest): void {
    if (this.#canLoad) queueMicrotask(() => this.onmessage?.({ data: { id, spans: [{ text: code }] } }));
  }
}

vi.stubGlobal('Worker', FakeWorker);

it('code is highlighted by a new worker after one whose script could not be loaded', async () => {
  FakeWorker.canLoad = false;
  expect(await highlightCode('1', 'ts')).toBeUndefined();
  FakeWorker.canLoad = true;
  const spans = await Promise.race([
    highlightCode('2', 'ts'),
    new Promise((resolve) => setTimeout(resolve, 100, 'no answer')),
  ]);
  expect(spans).toEqual([{ text: '2' }]);
  expect(FakeWorker.started.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 0]);
  await highlightCode('3', 'ts');
  expect(FakeWorker.started).toHaveLength(2);
});
