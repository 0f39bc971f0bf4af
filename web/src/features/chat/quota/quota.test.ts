import { expect, it } from 'vitest';
import { createStore } from '../../../lib/observable-store.ts';
import type { QuotaState } from '../state/quota-or-refusal.ts';
import { lowQuota } from './low-quota.ts';
import { resetText } from './quota-reset-texts.ts';
import { readQuota } from './refresh-quota.ts';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const MIDNIGHT = '2026-01-02T00:00:00.000Z';
const quota = (left: number, limit = 50) => ({ left, limit, resetsAt: MIDNIGHT });
const view = (left: number) => ({ left, limit: 50, resetsAt: Date.parse(MIDNIGHT) });

it.each([
  [11, 50, false],
  [10, 50, true],
  [6, 10, false],
  [5, 10, true],
  [0, 10, true],
  [101, 500, false],
  [100, 500, true],
])('with %i of %i messages left, the notice is shown: %s', (left, limit, isShown) => {
  expect(lowQuota(quota(left, limit), NOON) !== undefined).toBe(isShown);
});

it('shows nothing before the quota is known, and nothing of a day that is over', () => {
  expect(lowQuota(undefined, NOON)).toBeUndefined();
  expect(lowQuota(quota(0), Date.parse(MIDNIGHT) - 1)).toMatchObject({ left: 0, limit: 50 });
  expect(lowQuota(quota(0), Date.parse(MIDNIGHT))).toBeUndefined();
});

it('a refusal holds until the midnight after it, in UTC', () => {
  expect(lowQuota({ refusedAt: NOON }, NOON)).toEqual({
    left: 0,
    limit: undefined,
    resetsAt: Date.parse(MIDNIGHT),
  });
  expect(lowQuota({ refusedAt: NOON }, Date.parse(MIDNIGHT))).toBeUndefined();
});

it.each([
  ['UTC', NOON, /^Resets at 00:00 UTC \(in 12 h\)\.$/],
  ['Asia/Kolkata', NOON, /^Resets at 00:00 UTC \(0?5:30.* your time, in 12 h\)\.$/],
  ['UTC', Date.parse(MIDNIGHT) - 3_600_000, /\(in 1 h\)/],
  ['UTC', Date.parse(MIDNIGHT) - 3_599_000, /\(in 60 min\)/],
  ['UTC', Date.parse(MIDNIGHT) - 1_000, /\(in 1 min\)/],
])('in time zone %s at %i, the text says when the quota resets', (zone, now, words) => {
  expect(resetText(view(7), now, zone)).toMatch(words);
});

it('a read quota is used unless an acknowledgement has updated it meanwhile', async () => {
  const store = createStore<QuotaState>(undefined);
  await readQuota('ada@example.com', store, async () => quota(7));
  expect(store.get()).toEqual(quota(7));
  await readQuota('ada@example.com', store, async () => {
    store.set(quota(5));
    return quota(6);
  });
  expect(store.get()).toEqual(quota(5));
});

it('when the quota cannot be read, the known value stays', async () => {
  const store = createStore<QuotaState>(quota(7));
  await readQuota('ada@example.com', store, () => Promise.reject(new Error('offline')));
  expect(store.get()).toEqual(quota(7));
});
