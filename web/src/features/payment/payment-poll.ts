import type { Subscription } from '#contract/entities';
import { createStore, type ReadStore } from '../../lib/store.ts';
import { isPremium } from '../subscription/api/subscription.ts';

/**
 * Answer of the server to a payment that the address claims. `nothing`: the user was never sent to pay. `slow`: not
 * confirmed for so long that it is not asked again by itself.
 */
type PaymentPollState =
  | { readonly kind: 'loading' | 'nothing' | 'processing' | 'slow' | 'failed' }
  | { readonly kind: 'paid'; readonly plan: Subscription };

/** Pauses between questions: longer and longer, two minutes in all. */
const PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 13_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** Asks the server for the plan until it is Premium, as long as the page is looked at. */
export class PaymentPoll {
  readonly state: ReadStore<PaymentPollState>;
  readonly #store = createStore<PaymentPollState>({ kind: 'loading' });
  readonly #ask: () => Promise<Subscription>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStopped = false;
  #asked = 0;

  /** `ask` reads the viewer's plan. */
  constructor(ask: () => Promise<Subscription>) {
    this.#ask = ask;
    this.state = this.#store;
  }

  /** Asks until there is an answer that lasts. A second call on the way does nothing. */
  async start(): Promise<void> {
    this.#isStopped = false;
    this.#asked = 0;
    if (this.#store.get().kind !== 'processing') this.#store.set({ kind: 'loading' });
    await this.#next();
  }

  /** The page is looked at again: what waited for that is asked now. */
  resume = (): void => {
    if (this.#store.get().kind === 'processing' && isLookedAt()) void this.#next();
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
      // One question that fails among many is asked again.
      const isHiccup = state.kind === 'failed' && this.#store.get().kind === 'processing';
      if (!isHiccup) {
        this.#store.set(state);
        return;
      }
    }
    const pause = PAUSES_MS[this.#asked];
    this.#asked += 1;
    this.#store.set({ kind: pause === undefined ? 'slow' : 'processing' });
    if (pause === undefined) return;
    this.#timer = setTimeout(() => {
      // Out of sight, it waits for `resume`.
      if (isLookedAt()) void this.#next();
    }, pause);
  }
}

const isLookedAt = (): boolean => document.visibilityState === 'visible';

/** Reads the plan: a customer of the payment provider may have paid, any other user has not. */
function toState(plan: Subscription): PaymentPollState {
  if (isPremium(plan)) return { kind: 'paid', plan };
  return { kind: plan.hasBilling ? 'processing' : 'nothing' };
}
