import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileAddresses } from './file-addresses.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

/** Addresses that hold for five minutes; none for files named `lost`. */
function givenAddresses() {
  const read = vi.fn(async (fileIds: readonly string[]) => ({
    addresses: fileIds
      .filter((fileId) => fileId !== 'lost')
      .map((fileId) => ({
        ...{ fileId, address: `/files/${fileId}`, expiresAt: new Date(Date.now() + 300_000).toISOString() },
      })),
  }));
  return { read, addresses: new FileAddresses(read) };
}
const asked = (read: { mock: { calls: readonly (readonly [readonly string[]])[] } }) =>
  read.mock.calls.map(([fileIds]) => fileIds);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('files that are shown at the same time are asked for together, each once', async () => {
  const { read, addresses } = givenAddresses();
  for (const fileId of ['a', 'b', 'a']) addresses.want(fileId);
  await pass(100);
  addresses.want('a');
  await pass(100);
  expect(asked(read)).toEqual([['a', 'b']]);
  expect(addresses.of('a').get()).toMatchObject({ phase: 'ready', address: '/files/a' });
});

it('more files than one request may name are asked for in several', async () => {
  const { read, addresses } = givenAddresses();
  for (let n = 0; n < 51; n += 1) addresses.want(`file ${n}`);
  await pass(100);
  expect(asked(read).map(({ length }) => length)).toEqual([50, 1]);
});

it('an address is used until shortly before it expires, and then asked for again', async () => {
  const { read, addresses } = givenAddresses();
  addresses.want('a');
  await pass(269_000);
  addresses.want('a');
  await pass(2_000);
  expect(read).toHaveBeenCalledOnce();
  addresses.want('a');
  await pass(100);
  expect(read).toHaveBeenCalledTimes(2);
});

it('a file that the user does not have any more is not asked for again', async () => {
  const { read, addresses } = givenAddresses();
  addresses.want('lost');
  await pass(100);
  addresses.want('lost');
  await pass(100);
  expect(addresses.of('lost').get()).toEqual({ phase: 'gone' });
  expect(read).toHaveBeenCalledOnce();
});

it('a file that is removed while its address is asked for stays removed when the answer comes', async () => {
  const { addresses } = givenAddresses();
  addresses.want('a');
  addresses.remove('a');
  await pass(100);
  expect(addresses.of('a').get()).toEqual({ phase: 'gone' });
});

it('a file without an answer is asked for again; a shown picture stays meanwhile', async () => {
  const { read, addresses } = givenAddresses();
  read.mockRejectedValueOnce(new TypeError('offline'));
  addresses.want('a');
  await pass(100);
  expect(addresses.of('a').get()).toEqual({ phase: 'failed' });
  addresses.want('a');
  await pass(100);
  expect(addresses.of('a').get().phase).toBe('ready');
  await pass(300_000);
  read.mockRejectedValueOnce(new TypeError('offline'));
  addresses.want('a');
  await pass(100);
  expect(addresses.of('a').get().phase).toBe('ready');
});
