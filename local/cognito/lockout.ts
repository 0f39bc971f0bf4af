/**
 * Makes a user wait after failed attempts, as Cognito does. Cognito also resets the count of failures after 15 minutes
 * without an attempt. The emulator does not.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa.html
 */

import type { Core } from './cognito-core-and-state.ts';
import { notAuthorized } from './cognito-errors.ts';

const TRIES_FREE = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;

export interface Lockout {
  /** Throws NotAuthorizedException while the user must wait. */
  refuse(user: string): void;
  countFailure(user: string): void;
  clear(user: string): void;
}

export function createLockout(core: Core): Lockout {
  const failures = new Map<string, { readonly count: number; readonly until: number }>();
  return {
    refuse(user) {
      if ((failures.get(user)?.until ?? 0) > core.now()) throw notAuthorized('Password attempts exceeded');
    },
    countFailure(user) {
      const count = (failures.get(user)?.count ?? 0) + 1;
      const wait = Math.min(FIRST_WAIT_MS * 2 ** (count - TRIES_FREE), LONGEST_WAIT_MS);
      failures.set(user, { count, until: count < TRIES_FREE ? 0 : core.now() + wait });
    },
    clear: (user) => void failures.delete(user),
  };
}
