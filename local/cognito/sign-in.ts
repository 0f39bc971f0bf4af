/** Passwords and sessions: the part of signing in that API and hosted UI share. */
import { randomUUID } from 'node:crypto';
import { CognitoError, notAuthorized, userNotFound } from './errors.ts';
import { passwordMatches } from './passwords.ts';
import type { ClientOf, Core, User } from './state.ts';
import { runTrigger } from './triggers.ts';
import { findUser } from './users.ts';

/** Failed passwords in a row before a user must wait, and for how long at first; the wait doubles. */
const TRIES_FREE = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** True when this client's answers must not tell which users exist. */
export const hidesUsers = ({ client }: ClientOf): boolean => client.PreventUserExistenceErrors === 'ENABLED';

export interface SignIn {
  /**
   * The user whose password this is; one with a temporary password too (status FORCE_CHANGE_PASSWORD). Throws
   * NotAuthorizedException, UserNotFoundException, UserNotConfirmedException or PasswordResetRequiredException.
   */
  checkPassword(of: ClientOf, username: string, password: string): Promise<User>;
  /** Runs PostAuthentication. */
  signedIn(of: ClientOf, user: User): Promise<void>;
}

export function createSignIn(core: Core): SignIn {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    async checkPassword(of, username, password) {
      const user = findUser(core, of.poolId, username);
      const key = user?.sub ?? username.toLowerCase();
      const failed = failures.get(key) ?? { count: 0, until: 0 };
      if (failed.until > core.now()) throw notAuthorized('Password attempts exceeded');
      const matches = await passwordMatches(password, user?.password);
      if (user === undefined && !hidesUsers(of)) throw userNotFound();
      if (user === undefined || !matches) {
        const count = failed.count + 1;
        const wait = Math.min(FIRST_WAIT_MS * 2 ** (count - TRIES_FREE), LONGEST_WAIT_MS);
        failures.set(key, { count, until: count < TRIES_FREE ? 0 : core.now() + wait });
        throw notAuthorized('Incorrect username or password.');
      }
      failures.delete(key);
      if (!user.enabled) throw notAuthorized('User is disabled.');
      await runTrigger(core, {
        ...callOf(of, user),
        name: 'PreAuthentication',
        source: 'PreAuthentication_Authentication',
      });
      if (user.status === 'UNCONFIRMED')
        throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
      if (user.status === 'RESET_REQUIRED')
        throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');
      return user;
    },
    async signedIn(of, user) {
      await runTrigger(core, {
        ...callOf(of, user),
        name: 'PostAuthentication',
        source: 'PostAuthentication_Authentication',
      });
    },
  };
}

const callOf = ({ poolId, clientId }: ClientOf, user: User) => ({ poolId, clientId, user });

/** Random values that stand for something until they are used or too old; kept in memory alone. */
export interface Tickets<Value> {
  /** A new ticket. */
  issue(value: Value): string;
  /** The value, unless expired. */
  read(ticket: string | undefined): Value | undefined;
  /** The value, once. */
  take(ticket: string | undefined): Value | undefined;
}

export function createTickets<Value>(core: Core, lifeMs: number): Tickets<Value> {
  const tickets = new Map<string, { value: Value; expiresAt: number }>();
  const read = (ticket: string | undefined) => {
    const found = tickets.get(ticket ?? '');
    return found !== undefined && found.expiresAt > core.now() ? found.value : undefined;
  };
  return {
    issue(value) {
      for (const [ticket, { expiresAt }] of tickets) if (expiresAt <= core.now()) tickets.delete(ticket);
      const ticket = randomUUID();
      tickets.set(ticket, { value, expiresAt: core.now() + lifeMs });
      return ticket;
    },
    read,
    take(ticket) {
      const value = read(ticket);
      tickets.delete(ticket ?? '');
      return value;
    },
  };
}
