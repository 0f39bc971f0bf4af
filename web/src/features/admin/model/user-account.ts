import type { UserDetails } from '#contract/admin';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import { getUser, setUserEnabled } from '../api/users.ts';
import { adminCopy } from '../copy.ts';
import { announce } from './announcer.ts';
import { explain } from './explain.ts';

const words = adminCopy.users;

export interface UserAccountState {
  readonly user: UserDetails | undefined;
  /** Why it could not be read. */
  readonly failure: string | undefined;
  readonly isChanging: boolean;
  /** Why it could not be changed. */
  readonly error: string | undefined;
}

/** One person's account. */
export class UserAccount {
  readonly state: ReadStore<UserAccountState>;
  private readonly store = createStore<UserAccountState>({
    user: undefined,
    failure: undefined,
    isChanging: false,
    error: undefined,
  });
  private readonly owner: string;

  constructor(owner: string) {
    this.owner = owner;
    this.state = this.store;
  }

  async load(): Promise<void> {
    this.update({ failure: undefined });
    try {
      this.update({ user: await getUser(this.owner) });
    } catch (error) {
      this.update({ failure: explain(error) });
    }
  }

  /** Lets the person sign in, or not. Resolves with whether that succeeded; a second click on the way does nothing. */
  async setEnabled(enabled: boolean): Promise<boolean> {
    if (this.store.get().isChanging) return false;
    this.update({ isChanging: true, error: undefined });
    try {
      const changed = await setUserEnabled(this.owner, enabled);
      const { user } = this.store.get();
      this.update({ isChanging: false, ...(user && { user: { ...user, ...changed } }) });
      announce((changed.enabled ? words.enabledAgain : words.disabled)(changed.email));
      return true;
    } catch (error) {
      this.update({ isChanging: false, error: explain(error) });
      return false;
    }
  }

  forgetError = (): void => this.update({ error: undefined });

  private update(change: Partial<UserAccountState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}
