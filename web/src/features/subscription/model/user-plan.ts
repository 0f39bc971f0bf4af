import type { Subscription } from '#contract/entities';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import {
  type AvailableModels,
  type Changed,
  cancelSubscription,
  createPortal,
  getAvailableModels,
  getSubscription,
  resumeSubscription,
} from '../api/subscription.ts';
import { subscriptionCopy } from '../copy.ts';
import { type Failure, failureOf } from './failure.ts';
import { leaveFor } from './leave-for.ts';

export type PlanAction = 'cancelAtPeriodEnd' | 'cancelNow' | 'resume' | 'billing' | 'create';

export interface UserPlanState {
  /** Address of the user whose plan is shown, or being read. */
  readonly email: string | undefined;
  readonly isLoading: boolean;
  readonly plan: Subscription | undefined;
  readonly models: AvailableModels | undefined;
  /** Why it could not be read. */
  readonly failure: Failure | undefined;
  /** Action under way. */
  readonly action: PlanAction | undefined;
  readonly actionFailure: Failure | undefined;
  /** Words of the server about what was done. */
  readonly done: string | undefined;
}

const NOTHING: UserPlanState = {
  email: undefined,
  isLoading: false,
  plan: undefined,
  models: undefined,
  failure: undefined,
  action: undefined,
  actionFailure: undefined,
  done: undefined,
};

const words = subscriptionCopy;

/** The plan of one user at a time, and what can be done about it. The newest question alone is answered. */
export class UserPlan {
  readonly state: ReadStore<UserPlanState>;
  private readonly store = createStore(NOTHING);
  private newest = 0;

  constructor() {
    this.state = this.store;
  }

  /** Reads the plan of `email`, in place of what was shown. */
  async load(email: string): Promise<void> {
    const { email: shown, isLoading, action } = this.store.get();
    if (action !== undefined || (isLoading && shown === email)) return;
    if (shown === email) return this.reload();
    this.store.set({ ...NOTHING, email, isLoading: true });
    await this.read(email);
  }

  /** Reads it again; what is shown stays until then. */
  async reload(): Promise<void> {
    const { email, action } = this.store.get();
    if (email === undefined || action !== undefined) return;
    this.update({ isLoading: true, failure: undefined });
    await this.read(email);
  }

  cancel = (immediate: boolean): Promise<boolean> =>
    this.act(immediate ? 'cancelNow' : 'cancelAtPeriodEnd', words.cancelFailed, (email) =>
      cancelSubscription(email, immediate),
    );

  resume = (): Promise<boolean> => this.act('resume', words.resumeFailed, resumeSubscription);

  /** `make` makes a test subscription for an address; `failed` says that it did not. */
  create = (make: (email: string) => Promise<Changed>, failed: string): Promise<boolean> =>
    this.act('create', failed, make);

  /** Leaves for the payment provider's page. It stays under way until the page is left. */
  async openBilling(): Promise<void> {
    const { email, action } = this.store.get();
    if (email === undefined || action !== undefined) return;
    this.update({ action: 'billing', actionFailure: undefined, done: undefined });
    try {
      leaveFor(await createPortal(email));
    } catch (error) {
      this.update({ action: undefined, actionFailure: failureOf(error, words.billingFailed) });
    }
  }

  /** The page is back from elsewhere: nothing is under way any more, and much may have changed. */
  async comeBack(): Promise<void> {
    if (this.store.get().action === 'billing') this.update({ action: undefined });
    await this.reload();
  }

  forgetActionFailure = (): void => this.update({ actionFailure: undefined });

  private async read(email: string): Promise<void> {
    this.newest += 1;
    const question = this.newest;
    try {
      // One after the other: a plan that the server catches up with opens models.
      const plan = await getSubscription(email);
      const models = await getAvailableModels(email);
      if (question === this.newest) this.update({ isLoading: false, plan, models });
    } catch (error) {
      if (question === this.newest)
        this.update({ isLoading: false, failure: failureOf(error, words.loadFailed) });
    }
  }

  /** Resolves with whether it was done; a second click on the way does nothing. */
  private async act(
    action: PlanAction,
    failed: string,
    run: (email: string) => Promise<Changed>,
  ): Promise<boolean> {
    const { email, action: running } = this.store.get();
    if (email === undefined || running !== undefined) return false;
    this.update({ action, actionFailure: undefined, done: undefined });
    try {
      const { message, subscription } = await run(email);
      this.update({ action: undefined, plan: subscription, done: message });
      await this.reload();
      return true;
    } catch (error) {
      this.update({ action: undefined, actionFailure: failureOf(error, failed) });
      // The plan may have changed elsewhere, or although the answer was lost.
      await this.reload();
      return false;
    }
  }

  private update(change: Partial<UserPlanState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}
