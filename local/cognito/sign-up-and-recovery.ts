import type { AppClient, Core, User } from './cognito-core-and-state.ts';
import { invalidParameter, notAuthorized, userNotFound } from './cognito-errors.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import { runTrigger } from './triggers.ts';
import { addUser, checkWritable, findUser, hidesUsers, newUser, touch } from './users.ts';
import { customMessage, type Delivery, deliveryTo, sendCode, takeCode } from './verification-codes.ts';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly attributes: Record<string, string>;
  readonly validationData?: Record<string, string>;
  readonly clientMetadata?: Record<string, string>;
}

/**
 * Signs a user up. The trigger PreSignUp runs before the user is looked up or stored. So an error of the trigger does
 * not show whether the user exists.
 */
export async function signUp(
  core: Core,
  app: AppClient,
  account: NewAccount,
): Promise<{ user: User; delivery: Delivery | undefined }> {
  if (app.pool.AdminCreateUserConfig?.AllowAdminCreateUserOnly === true)
    throw notAuthorized('SignUp is not permitted for this user pool');
  // Cognito fills `email` from the user name. AWS does not document whether the client then needs the right to write
  // `email`. The emulator requires that right, to be at least as strict as Cognito.
  const filled = app.pool.UsernameAttributes?.includes('email') ? { email: account.username } : {};
  checkWritable(app, { ...filled, ...account.attributes });
  checkPolicy(app.pool, account.password);
  const user = newUser(core, account.username, account.attributes, 'UNCONFIRMED');
  const answer = await runTrigger(core, {
    name: 'PreSignUp',
    source: 'PreSignUp_SignUp',
    poolId: app.poolId,
    clientId: app.clientId,
    user,
    request: { validationData: account.validationData ?? {}, clientMetadata: account.clientMetadata ?? {} },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  user.password = await hashPassword(account.password);
  user.attributes.email_verified = String(answer.autoVerifyEmail === true);
  if (answer.autoConfirmUser === true) user.status = 'CONFIRMED';
  addUser(core, app.poolId, user);
  if (user.status === 'CONFIRMED') {
    await runPostConfirmation(core, app, user, 'PostConfirmation_ConfirmSignUp');
    return { user, delivery: undefined };
  }
  const message = await customMessage(core, app, user, 'SignUp');
  return { user, delivery: sendCode(core, app.poolId, user, 'signUp', message) };
}

export async function confirmSignUp(
  core: Core,
  app: AppClient,
  username: string,
  code: string,
): Promise<User> {
  const user = knownUser(core, app, username);
  if (user !== undefined && user.status !== 'UNCONFIRMED')
    throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  takeCode(core, user, 'signUp', code);
  if (user === undefined) throw userNotFound(); // not reached: `takeCode` throws without a user
  user.status = 'CONFIRMED';
  user.attributes.email_verified = 'true';
  touch(core, user);
  await runPostConfirmation(core, app, user, 'PostConfirmation_ConfirmSignUp');
  return user;
}

/**
 * Mails another sign-up code. If the user is unknown and the client hides users, mails nothing, but returns the same
 * delivery as for a known user.
 */
export async function resendCode(core: Core, app: AppClient, username: string): Promise<Delivery> {
  const user = knownUser(core, app, username);
  if (user === undefined) return deliveryTo(username);
  if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
  return sendCode(core, app.poolId, user, 'signUp', await customMessage(core, app, user, 'ResendCode'));
}

export async function forgotPassword(core: Core, app: AppClient, username: string): Promise<Delivery> {
  const user = knownUser(core, app, username);
  if (user === undefined) return deliveryTo(username);
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'FORCE_CHANGE_PASSWORD')
    throw notAuthorized('User password cannot be reset in the current state.');
  if (user.attributes.email_verified !== 'true') {
    if (hidesUsers(app)) return deliveryTo(username);
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  const message = await customMessage(core, app, user, 'ForgotPassword');
  return sendCode(core, app.poolId, user, 'forgotPassword', message);
}

/**
 * Sets a new password with the mailed code. Earlier sign-ins stay valid, because Cognito does not document that a new
 * password ends them.
 */
export async function confirmForgotPassword(
  core: Core,
  app: AppClient,
  { username, password, code, clientMetadata }: NewPassword,
): Promise<void> {
  checkPolicy(app.pool, password);
  const user = knownUser(core, app, username);
  takeCode(core, user, 'forgotPassword', code);
  if (user === undefined) throw userNotFound(); // not reached: `takeCode` throws without a user
  user.password = await hashPassword(password);
  user.status = 'CONFIRMED';
  touch(core, user);
  await runPostConfirmation(core, app, user, 'PostConfirmation_ConfirmForgotPassword', clientMetadata);
}

interface NewPassword {
  readonly username: string;
  readonly password: string;
  readonly code: string;
  /** Passed to the trigger PostConfirmation. @default none */
  readonly clientMetadata?: Readonly<Record<string, string>>;
}

/** Throws UserNotFoundException for an unknown user, or returns undefined if the client hides users. */
function knownUser(core: Core, app: AppClient, username: string): User | undefined {
  const user = findUser(core, app.poolId, username);
  if (user === undefined && !hidesUsers(app)) throw userNotFound();
  return user;
}

async function runPostConfirmation(
  core: Core,
  { poolId, clientId }: AppClient,
  user: User,
  source: string,
  clientMetadata?: Readonly<Record<string, string>>,
): Promise<void> {
  const request = { ...(clientMetadata && { clientMetadata }) };
  await runTrigger(core, { name: 'PostConfirmation', source, poolId, clientId, user, request });
}
