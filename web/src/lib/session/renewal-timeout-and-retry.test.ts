import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTokenRenewal, RenewalTimeout } from './renewal-timeout-and-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hangs = () => new Promise<string>(() => undefined);

it('gives up a request that hangs after 10 seconds, and makes the next one 5 seconds later', async () => {
  const request = vi.fn(hangs).mockImplementationOnce(hangs).mockResolvedValueOnce('token');
  const renewal = createTokenRenewal(request);
  const first = expect(renewal(true)).rejects.toThrow(RenewalTimeout);
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  await vi.advanceTimersByTimeAsync(4_999);
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(request.mock.calls).toEqual([[true], [true]]);
});

it('gives the outcome of the next request to a caller who asks before it is made', async () => {
  const request = vi.fn(hangs).mockImplementationOnce(hangs).mockResolvedValueOnce('token');
  const renewal = createTokenRenewal(request);
  renewal(true).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(12_000);
  const second = renewal(true);
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await second).toBe('token');
});

it('makes one request for callers at the same time, and another for a later caller', async () => {
  const request = vi.fn(hangs).mockResolvedValue('token');
  const renewal = createTokenRenewal(request);
  expect(await Promise.all([renewal(true), renewal(true)])).toEqual(['token', 'token']);
  expect(request).toHaveBeenCalledTimes(1);
  await renewal(true);
  expect(request).toHaveBeenCalledTimes(2);
});

it('passes on a failure, and repeats nothing by itself', async () => {
  const request = vi.fn(hangs).mockRejectedValue(new Error('no network'));
  await expect(createTokenRenewal(request)(true)).rejects.toThrow('no network');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(request).toHaveBeenCalledTimes(1);
});
