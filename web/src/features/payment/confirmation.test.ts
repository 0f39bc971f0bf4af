import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '#contract/entities';
import { Confirmation } from './confirmation.ts';

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

describe('the confirmation of a payment', () => {
  it('is the server’s: Premium, nothing, or not yet (docs/safety.md 32)', async () => {
    for (const [answer, kind] of [
      [PREMIUM, 'paid'],
      [FREE, 'nothing'],
      [{ ...PREMIUM, active: false, hasBilling: false }, 'nothing'],
      [WAITING, 'processing'],
      [new Error('down'), 'failed'],
    ] as const) {
      const confirmation = new Confirmation(asking(answer));
      await confirmation.start();
      expect(confirmation.state.get().kind).toBe(kind);
      confirmation.stop();
    }
  });

  it('is asked again after longer and longer pauses, over a failure, until it is there', async () => {
    const ask = asking(WAITING, new Error('down'), PREMIUM);
    const confirmation = new Confirmation(ask);
    await confirmation.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(confirmation.state.get().kind).toBe('processing');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(confirmation.state.get()).toEqual({ kind: 'paid', plan: PREMIUM });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('is given up after a while, and asked again on demand', async () => {
    const ask = asking();
    const confirmation = new Confirmation(ask);
    await confirmation.start();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(confirmation.state.get().kind).toBe('slow');
    expect(ask).toHaveBeenCalledTimes(13);
    ask.mockResolvedValue(PREMIUM);
    await confirmation.start();
    expect(confirmation.state.get().kind).toBe('paid');
  });

  it('is not asked for while nobody looks, nor after the page is left', async () => {
    const ask = asking();
    const confirmation = new Confirmation(ask);
    await confirmation.start();
    page.visibilityState = 'hidden';
    confirmation.resume();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledTimes(1);
    page.visibilityState = 'visible';
    confirmation.resume();
    expect(ask).toHaveBeenCalledTimes(2);
    confirmation.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
