import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileOpener } from './fetch-file-bytes.ts';

vi.mock('./api-client.ts', () => ({
  callApi: async () => ({
    addresses: [{ fileId: 'a', address: 'https://bucket/a', expiresAt: '2999-01-01T00:00:00.000Z' }],
  }),
}));

let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
/** Answers a download with a body that the test writes. As in a browser, the signal ends the body. */
const answers = async (_: string, { signal }: { signal: AbortSignal }) =>
  new Response(
    new ReadableStream({
      start(controller) {
        body = controller;
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );
const hangs = (_: string, { signal }: { signal: AbortSignal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts to read a file. `read` has the pieces so far. */
function givenDownload(fetch: typeof answers | typeof hangs) {
  vi.stubGlobal('fetch', fetch);
  const controller = new AbortController();
  const read: string[] = [];
  const run = async () => {
    for await (const chunk of (await fileOpener(['a'])('a', controller.signal)) ?? [])
      read.push(new TextDecoder().decode(chunk));
    return 'done';
  };
  const outcome = run().catch((error: Error) => error.message);
  return { read, outcome, controller };
}

it('a download without an answer is given up after half a minute', async () => {
  const { outcome } = givenDownload(hangs);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcome).toBe('The download made no progress');
});

it('a slow download ends, and one that stops in the middle is given up', async () => {
  const { read, outcome } = givenDownload(answers);
  for (const piece of ['1', '2', '3']) {
    await vi.advanceTimersByTimeAsync(29_000);
    body.enqueue(new TextEncoder().encode(piece) as Uint8Array<ArrayBuffer>);
  }
  await vi.advanceTimersByTimeAsync(29_000);
  body.close();
  expect(await outcome).toBe('done');
  expect(read).toEqual(['1', '2', '3']);
  expect(vi.getTimerCount()).toBe(0);

  const stopped = givenDownload(answers);
  await vi.advanceTimersByTimeAsync(0);
  body.enqueue(new TextEncoder().encode('1') as Uint8Array<ArrayBuffer>);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await stopped.outcome).toBe('The download made no progress');
});

it('the time that the caller takes for a piece does not count', async () => {
  vi.stubGlobal('fetch', answers);
  const chunks = await fileOpener(['a'])('a', new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  body.enqueue(new TextEncoder().encode('1') as Uint8Array<ArrayBuffer>);
  body.close();
  const read: number[] = [];
  for await (const chunk of chunks ?? []) {
    await vi.advanceTimersByTimeAsync(60_000);
    read.push(chunk.length);
  }
  expect(read).toEqual([1]);
});

it('a cancelled download ends with the reason', async () => {
  const { outcome, controller } = givenDownload(hangs);
  await vi.advanceTimersByTimeAsync(0);
  controller.abort(new Error('cancelled'));
  expect(await outcome).toBe('cancelled');
  expect(vi.getTimerCount()).toBe(0);
});
