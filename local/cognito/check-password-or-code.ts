import type { AppClient, Core, User } from './cognito-core-and-state.ts';
import { CognitoError, notAuthorized, userNotFound } from './cognito-errors.ts';
import { createLockout } from './lockout.ts';
import { takeTotpCode } from './mfa/software-tokens.ts';
import { passwordMatches } from './passwords.ts';
import { runTrigger } from './triggers.ts';
import { findUser, hidesUsers } from './users.ts';

/**
 * Default of TemporaryPasswordValidityDays.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_PasswordPolicyType.html
 */
const TEMPORARY_DAYS = 7;

export interface SignIn {
  /**
   * Checks a password, which may be temporary, and runs the trigger PreAuthentication. Throws NotAuthorizedException,
   * UserNotConfirmedException, the trigger's error, or UserNotFoundException. A client that hides which users exist
   * gets NotAuthorizedException instead of UserNotFoundException.
   */
  checkPassword(app: AppClient, username: string, password: string): Promise<User>;
  /**
   * Checks a code of the user's authenticator app. A code can be used only once. Throws NotAuthorizedException after
   * too many wrong codes, or the error of `takeTotpCode`.
   */
  checkCode(user: User, code: string): void;
  runPostAuthentication(app: AppClient, user: User): Promise<void>;
}

export function createSignIn(core: Core): SignIn {
  const passwords = createLockout(core);
  const codes = createLockout(core);
  return {
    async checkPassword(app, username, password) {
      const user = findUser(core, app.poolId, username);
      const key = user?.sub ?? username.toLowerCase();
      passwords.refuse(key);
      const matches = await passwordMatches(password, user?.password);
      if (user === undefined && !hidesUsers(app)) throw userNotFound();
      if (user === undefined || !matches) {
        passwords.countFailure(key);
        throw notAuthorized('Incorrect username or password.');
      }
      passwords.clear(key);
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
    checkCode(user, code) {
      codes.refuse(user.sub);
      try {
        takeTotpCode(core, user, code);
      } catch (error) {
        const isMalformed = error instanceof CognitoError && error.name === 'InvalidParameterException';
        if (!isMalformed) codes.countFailure(user.sub);
        throw error;
      }
      codes.clear(user.sub);
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

function refuseExpired({ pool }: AppClient, { temporarySince, createdAt }: User, now: number): void {
  const days = pool.Policies?.PasswordPolicy?.TemporaryPasswordValidityDays ?? TEMPORARY_DAYS;
  if (now - (temporarySince ?? createdAt) >= days * 86_400_000)
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
}

const callOf = ({ poolId, clientId }: AppClient, user: User) => ({ poolId, clientId, user });
