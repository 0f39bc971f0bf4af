import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '#contract/entities';
import { AppError } from '#contract/errors';
import * as calls from '../api/subscription.ts';
import { UserPlan } from './user-plan.ts';

vi.mock('../api/subscription.ts');

const PREMIUM: Subscription = { tier: 'paid', active: true };
const FREE: Subscription = { tier: 'free', active: false };
const NO_MODELS = { models: [], details: [] };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(calls.getSubscription).mockResolvedValue(PREMIUM);
  vi.mocked(calls.getAvailableModels).mockResolvedValue(NO_MODELS);
});

describe('the plan of a user', () => {
  it('is the answer to the newest question, whichever comes last', async () => {
    const first = Promise.withResolvers<Subscription>();
    vi.mocked(calls.getSubscription).mockReturnValueOnce(first.promise);
    const user = new UserPlan();
    const loading = user.load('a@example.com');
    vi.mocked(calls.getSubscription).mockResolvedValueOnce(FREE);
    await user.load('b@example.com');
    first.resolve(PREMIUM);
    await loading;
    expect(user.state.get()).toMatchObject({ email: 'b@example.com', plan: FREE, isLoading: false });
  });

  it('is not what was read before it was changed', async () => {
    const user = new UserPlan();
    await user.load('a@example.com');
    const stale = Promise.withResolvers<Subscription>();
    vi.mocked(calls.getSubscription).mockReturnValueOnce(stale.promise).mockResolvedValue(FREE);
    const reading = user.reload();
    vi.mocked(calls.cancelSubscription).mockResolvedValue({ message: 'Ended.', subscription: FREE });
    await user.cancel(true);
    stale.resolve(PREMIUM);
    await reading;
    expect(user.state.get()).toMatchObject({ plan: FREE, done: 'Ended.', action: undefined });
  });

  it('is cancelled once, however often it is clicked, and read again after', async () => {
    const user = new UserPlan();
    await user.load('a@example.com');
    vi.mocked(calls.cancelSubscription).mockResolvedValue({ message: 'Ended.', subscription: FREE });
    vi.mocked(calls.getSubscription).mockResolvedValue(FREE);
    const [one, two] = [user.cancel(true), user.cancel(true)];
    expect(await Promise.all([one, two])).toEqual([true, false]);
    expect(calls.cancelSubscription).toHaveBeenCalledTimes(1);
    expect(calls.getSubscription).toHaveBeenCalledTimes(2);
  });

  it('stays where a change fails; the words say what failed, and why', async () => {
    const user = new UserPlan();
    await user.load('a@example.com');
    const why = new AppError('payments_unavailable', { message: 'Payments are unavailable right now.' });
    vi.mocked(calls.cancelSubscription).mockRejectedValueOnce(why).mockRejectedValueOnce(new TypeError());
    await user.cancel(false);
    const text = 'Failed to cancel subscription. Please try again.';
    expect(user.state.get().actionFailure).toEqual({ text, detail: why.message });
    await user.cancel(false);
    expect(user.state.get()).toMatchObject({ actionFailure: { text }, plan: PREMIUM });
    expect(user.state.get().actionFailure).not.toHaveProperty('detail');
  });
});
