import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '#contract/entities';
import { PaymentPoll } from './payment-poll.ts';

const FREE: Subscription = { tier: 'free', active: false };
const WAITING: Subscription = { ...FREE, hasBilling: true };
const PREMIUM: Subscription = { tier: 'paid', active: true, hasBilling: true };
const page = { visibilityState: 'visible' };

beforeEach(() => {
  vi.useFakeTimers();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asking = (...answers: readonly (Subscription | Error)[]) => {
  const ask = vi.fn<() => Promise<Subscription>>();
  for (const answer of answers)
    if (answer instanceof Error) ask.mockRejectedValueOnce(answer);
    else ask.mockResolvedValueOnce(answer);
  return ask.mockResolvedValue(WAITING);
};

describe('PaymentPoll', () => {
  it('tells what the server answers: Premium, nothing, or not yet (docs/safety.md 32)', async () => {
    for (const [answer, kind] of [
      [PREMIUM, 'paid'],
      [FREE, 'nothing'],
      [{ ...PREMIUM, active: false, hasBilling: false }, 'nothing'],
      [WAITING, 'processing'],
      [new Error('down'), 'failed'],
    ] as const) {
      const poll = new PaymentPoll(asking(answer));
      await poll.start();
      expect(poll.state.get().kind).toBe(kind);
      poll.stop();
    }
  });

  it('asks again after longer and longer pauses, also after a failure, until the plan is Premium', async () => {
    const ask = asking(WAITING, new Error('down'), PREMIUM);
    const poll = new PaymentPoll(ask);
    await poll.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(poll.state.get().kind).toBe('processing');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(poll.state.get()).toEqual({ kind: 'paid', plan: PREMIUM });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('stops asking after the last pause, and asks again when it is started again', async () => {
    const ask = asking();
    const poll = new PaymentPoll(ask);
    await poll.start();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(poll.state.get().kind).toBe('slow');
    expect(ask).toHaveBeenCalledTimes(13);
    ask.mockResolvedValue(PREMIUM);
    await poll.start();
    expect(poll.state.get().kind).toBe('paid');
  });

  it('does not ask while the page is hidden, nor after it is left', async () => {
    const ask = asking();
    const poll = new PaymentPoll(ask);
    await poll.start();
    page.visibilityState = 'hidden';
    poll.resume();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledTimes(1);
    page.visibilityState = 'visible';
    poll.resume();
    expect(ask).toHaveBeenCalledTimes(2);
    poll.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
