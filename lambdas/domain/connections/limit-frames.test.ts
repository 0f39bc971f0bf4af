/** Frames that close their connection (docs/spec.md 7.2). The count in the database is faked. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Window } from '../../store/usage/rate-limits.ts';

const MOST = 120;
const counts = vi.hoisted(() => new Map<string, number>());
vi.mock('../../runtime/deployment-config.ts', () => ({ limits: () => ({ framesPerMinute: MOST }) }));
vi.mock('../../runtime/connections-api.ts', () => ({}));
vi.mock('./admit-connection.ts', () => ({}));
vi.mock('../../store/usage/rate-limits.ts', () => ({
  countUp: async ({ what, who }: Window, limit: number, { amount = 1 }) => {
    const before = counts.get(`${what} ${who}`) ?? 0;
    if (before >= limit) return undefined;
    counts.set(`${what} ${who}`, before + amount);
    return before + amount;
  },
}));
afterEach(() => counts.clear());

/** Loads the limits again, with a memory of their own, as in another process of the function. */
async function givenProcess() {
  vi.resetModules();
  const { frameLimits } = await import('./limit-frames.ts');
  const origin = (at: number) => ({ connectionId: 'one', party: { who: 'n', isOwner: false }, at });
  return {
    judge: (at = 0) => frameLimits.judge(origin(at)),
    judgeInvalid: () => frameLimits.judgeInvalid(origin(0)),
  };
}

async function inTurn<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < times; i++) results.push(await work());
  return results;
}
const allowed = (times: number) => Array.from({ length: times }, () => 'allowed');

describe('valid frames', () => {
  it('are allowed up to the limit, and the next one closes the connection', async () => {
    const { judge } = await givenProcess();
    expect(await inTurn(MOST, judge)).toEqual(allowed(MOST));
    expect(await judge()).toBe('closing');
  });

  it('are allowed up to the limit again in the next minute', async () => {
    const { judge } = await givenProcess();
    await inTurn(MOST, judge);
    counts.clear();
    expect(await inTurn(MOST, () => judge(60_000))).toEqual(allowed(MOST));
  });

  it('close the connection once, if several processes count them', async () => {
    const [one, two] = [await givenProcess(), await givenProcess()];
    expect(await inTurn(MOST / 2, one.judge)).toEqual(allowed(MOST / 2));
    expect(await inTurn(MOST / 2, two.judge)).toEqual(allowed(MOST / 2));
    expect(await two.judge()).toBe('closing');
    expect(await inTurn(20, one.judge)).toEqual([...allowed(19), 'dropped']);
  });
});

it('the third invalid frame closes the connection', async () => {
  const { judgeInvalid } = await givenProcess();
  expect(await inTurn(3, judgeInvalid)).toEqual(['allowed', 'allowed', 'closing']);
  expect(await judgeInvalid()).toBe('dropped');
});
