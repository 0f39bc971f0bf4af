/** Checks passwords at sign-in, with Cognito's lock-out, and runs its triggers. Shared by the API and the hosted UI. */
import { CognitoError, notAuthorized, userNotFound } from './errors.ts';
import { passwordMatches } from './passwords.ts';
import type { AppClient, Core, User } from './state.ts';
import { runTrigger } from './triggers.ts';
import { findUser, hidesUsers } from './users.ts';

/**
 * Number of failed passwords in a row before a user must wait. The wait doubles with each further failure. Here, unlike
 * in Cognito, the count does not start again after 15 minutes without a try.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
 */
const TRIES_FREE = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/**
 * Days for which a temporary password is valid when the pool does not say it.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_PasswordPolicyType.html
 */
const TEMPORARY_DAYS = 7;

export interface SignIn {
  /**
   * Returns the user with this password, also when it is a temporary one (status FORCE_CHANGE_PASSWORD). Counts
   * failures, and runs the trigger PreAuthentication. Throws the trigger's error, NotAuthorizedException,
   * UserNotConfirmedException, or UserNotFoundException (unless the client hides which users exist).
   */
  checkPassword(app: AppClient, username: string, password: string): Promise<User>;
  /** Runs the trigger PostAuthentication. */
  runPostAuthentication(app: AppClient, user: User): Promise<void>;
}

export function createSignIn(core: Core): SignIn {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    async checkPassword(app, username, password) {
      const user = findUser(core, app.poolId, username);
      const key = user?.sub ?? username.toLowerCase();
      const failed = failures.get(key) ?? { count: 0, until: 0 };
      if (failed.until > core.now()) throw notAuthorized('Password attempts exceeded');
      const matches = await passwordMatches(password, user?.password);
      if (user === undefined && !hidesUsers(app)) throw userNotFound();
      if (user === undefined || !matches) {
        const count = failed.count + 1;
        const wait = Math.min(FIRST_WAIT_MS * 2 ** (count - TRIES_FREE), LONGEST_WAIT_MS);
        failures.set(key, { count, until: count < TRIES_FREE ? 0 : core.now() + wait });
        throw notAuthorized('Incorrect username or password.');
      }
      failures.delete(key);
      if (!user.enabled) throw notAuthorized('User is disabled.');
      if (user.status === 'FORCE_CHANGE_PASSWORD') refuseExpired(app, user, core.now());
      await runTrigger(core, {
        ...callOf(app, user),
        name: 'PreAuthentication',
        source: 'PreAuthentication_Authentication',
      });
      if (user.status === 'UNCONFIRMED')
        throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
      return user;
    },
    async runPostAuthentication(app, user) {
      await runTrigger(core, {
        ...callOf(app, user),
        name: 'PostAuthentication',
        source: 'PostAuthentication_Authentication',
      });
    },
  };
}

/** Throws NotAuthorizedException once a temporary password is no longer valid. */
function refuseExpired({ pool }: AppClient, { temporarySince, createdAt }: User, now: number): void {
  const days = pool.Policies?.PasswordPolicy?.TemporaryPasswordValidityDays ?? TEMPORARY_DAYS;
  if (now - (temporarySince ?? createdAt) >= days * 86_400_000)
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
}

const callOf = ({ poolId, clientId }: AppClient, user: User) => ({ poolId, clientId, user });
