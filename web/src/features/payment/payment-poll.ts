import type { Subscription } from '#contract/entities';
import { createStore, type ReadStore } from '../../lib/observable-store.ts';
import { isPremium } from '../subscription/api/subscription.ts';

/**
 * `nothing`: the payment provider does not know the user, who has therefore never started a payment. `slow`: polling
 * has stopped without a confirmation.
 */
type PaymentPollState =
  | { readonly kind: 'loading' | 'nothing' | 'processing' | 'slow' | 'failed' }
  | { readonly kind: 'paid'; readonly plan: Subscription };

/** Pauses between requests: two minutes in total. */
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

  constructor(ask: () => Promise<Subscription>) {
    this.#ask = ask;
    this.state = this.#store;
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    this.#asked = 0;
    if (this.#store.get().kind !== 'processing') this.#store.set({ kind: 'loading' });
    await this.#next();
  }

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
      // `resume` asks again when the page becomes visible.
      if (isVisible()) void this.#next();
    }, pause);
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Only a customer of the payment provider (`hasBilling`) can have paid. */
function toState(plan: Subscription): PaymentPollState {
  if (isPremium(plan)) return { kind: 'paid', plan };
  return { kind: plan.hasBilling ? 'processing' : 'nothing' };
}
