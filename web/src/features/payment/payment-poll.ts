import type { Subscription } from '#contract/entities';
import { createStore, type ReadStore } from '../../lib/observable-store.ts';
import { isPremium } from '../subscription/api/subscription.ts';

/**
 * State of the poll. `nothing`: the payment provider does not know the user, who has therefore never started a payment.
 * `slow`: polling has stopped, because the payment was not confirmed after all of `PAUSES_MS`.
 */
type PaymentPollState =
  | { readonly kind: 'loading' | 'nothing' | 'processing' | 'slow' | 'failed' }
  | { readonly kind: 'paid'; readonly plan: Subscription };

/** Growing pauses between requests, in milliseconds: two minutes in total. */
const PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 13_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** Polls the user's plan while a payment is being processed. Pauses while the page is hidden. */
export class PaymentPoll {
  readonly state: ReadStore<PaymentPollState>;
  readonly #store = createStore<PaymentPollState>({ kind: 'loading' });
  readonly #ask: () => Promise<Subscription>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStopped = false;
  #asked = 0;

  /** @param ask reads the user's plan */
  constructor(ask: () => Promise<Subscription>) {
    this.#ask = ask;
    this.state = this.#store;
  }

  /** Starts polling, or restarts it with the shortest pause. Sends no second request while a request is under way. */
  async start(): Promise<void> {
    this.#isStopped = false;
    this.#asked = 0;
    if (this.#store.get().kind !== 'processing') this.#store.set({ kind: 'loading' });
    await this.#next();
  }

  /**
   * Sends the next request at once, if a payment is being processed and the page is visible. Called when the page's
   * visibility changes or the network returns.
   */
  resume = (): void => {
    if (this.#store.get().kind === 'processing' && isVisible()) void this.#next();
  };

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #next(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isAsking) return;
    this.#isAsking = true;
    const state = await this.#ask().then(toState, (): PaymentPollState => ({ kind: 'failed' }));
    this.#isAsking = false;
    if (this.#isStopped) return;
    this.#settle(state);
  }

  #settle(state: PaymentPollState): void {
    if (state.kind !== 'processing') {
      // While a payment is being processed, a failed request does not end the polling.
      const isRetried = state.kind === 'failed' && this.#store.get().kind === 'processing';
      if (!isRetried) {
        this.#store.set(state);
        return;
      }
    }
    const pause = PAUSES_MS[this.#asked];
    this.#asked += 1;
    this.#store.set({ kind: pause === undefined ? 'slow' : 'processing' });
    if (pause === undefined) return;
    this.#timer = setTimeout(() => {
      // While the page is hidden, `resume` sends the next request.
      if (isVisible()) void this.#next();
    }, pause);
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Derives the state from the plan. Only a customer of the payment provider can have paid. */
function toState(plan: Subscription): PaymentPollState {
  if (isPremium(plan)) return { kind: 'paid', plan };
  return { kind: plan.hasBilling ? 'processing' : 'nothing' };
}
