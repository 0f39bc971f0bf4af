import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('computes its value at the first call alone', () => {
  const make = vi.fn(() => undefined);
  const value = once(make);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});

it('computes its value again at the call after an error that was thrown', () => {
  const make = vi
    .fn(() => 1)
    .mockImplementationOnce(() => {
      throw new Error('not yet');
    });
  const value = once(make);
  expect(value).toThrow('not yet');
  expect([value(), value()]).toEqual([1, 1]);
  expect(make).toHaveBeenCalledTimes(2);
});

it('gives concurrent calls the same promise, and keeps it when it is fulfilled', async () => {
  const make = vi.fn(async () => 1);
  const value = once(make);
  expect(value()).toBe(value());
  expect(await value()).toBe(1);
  expect(await value()).toBe(1);
  expect(make).toHaveBeenCalledTimes(1);
});

it('computes its value again at the call after a promise that was rejected', async () => {
  const make = vi.fn(async () => 1).mockRejectedValueOnce(new Error('not loaded'));
  const value = once(make);
  const both = [value(), value()];
  for (const call of both) await expect(call).rejects.toThrow('not loaded');
  expect(await value()).toBe(1);
  expect(await value()).toBe(1);
  expect(make).toHaveBeenCalledTimes(2);
});
