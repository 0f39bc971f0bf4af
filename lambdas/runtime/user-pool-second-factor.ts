/**
 * Calls to Cognito's user pool about the second factor, an authenticator app. To set an app up, Cognito requires an
 * access token with the scope of Cognito's own API, which the browser's tokens lack. So the Lambda function signs the
 * user in with the password at a separate app client.
 */
import type { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { named, pool, poolId, unlessGone } from './user-pool-sdk-and-site-address.ts';

const FACTOR = 'SOFTWARE_TOKEN_MFA';

const clientId = () => requireEnv(ENV.passwordClientId);

/** Result of a right password: a token, or the session in which Cognito waits for a code. */
export type PasswordResult = { readonly accessToken: string } | { readonly session: string };

export async function hasSecondFactor(owner: string): Promise<boolean> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(owner))));
  return user?.UserMFASettingList?.includes(FACTOR) === true;
}

/** @throws AppError `password_wrong`; `too_many_requests` while Cognito refuses all attempts */
export async function signInWithPassword(owner: string, password: string): Promise<PasswordResult> {
  const { sdk, client } = await pool();
  const command = new sdk.AdminInitiateAuthCommand({
    UserPoolId: poolId(),
    ClientId: clientId(),
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: owner, PASSWORD: password },
  });
  const answer = await client.send(command).catch((error: unknown) => {
    throw errorOf(error, 'password_wrong');
  });
  const { AuthenticationResult: result, ChallengeName, Session } = answer;
  if (result?.AccessToken !== undefined) return { accessToken: result.AccessToken };
  if (ChallengeName === FACTOR && Session !== undefined) return { session: Session };
  throw new Error(`Cognito asks for ${ChallengeName}`);
}

/**
 * Answers Cognito's challenge at sign-in with a code of the app.
 * @throws AppError `second_factor_code_wrong`, also for a used code or an expired session; `too_many_requests` while
 * Cognito refuses all attempts
 */
export async function answerWithCode(owner: string, session: string, code: string): Promise<void> {
  const { sdk, client } = await pool();
  const command = new sdk.AdminRespondToAuthChallengeCommand({
    UserPoolId: poolId(),
    ClientId: clientId(),
    ChallengeName: FACTOR,
    Session: session,
    ChallengeResponses: { USERNAME: owner, SOFTWARE_TOKEN_MFA_CODE: code },
  });
  await client.send(command).catch((error: unknown) => {
    throw errorOf(error, 'second_factor_code_wrong');
  });
}

/** Returns a new secret for the user's app, which takes effect once `verifyApp` has confirmed it. */
export async function associateApp(accessToken: string): Promise<string> {
  const { sdk, client } = await pool();
  const command = new sdk.AssociateSoftwareTokenCommand({ AccessToken: accessToken });
  const { SecretCode } = await client.send(command);
  if (SecretCode === undefined) throw new Error('Cognito returned no secret');
  return SecretCode;
}

/**
 * Confirms the newest secret with the app's first code.
 * @throws AppError `second_factor_code_wrong`; `second_factor_setup_over` when there is no secret to confirm;
 * `too_many_requests` while Cognito refuses all attempts
 */
export async function verifyApp(accessToken: string, code: string): Promise<void> {
  const { sdk, client } = await pool();
  const command = new sdk.VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code });
  const { Status } = await client.send(command).catch((error: unknown) => {
    throw errorOf(error, 'second_factor_code_wrong');
  });
  if (Status !== 'SUCCESS') throw wordedError('second_factor_code_wrong', { field: 'code' });
}

/** Returns false when the pool has no such user. Idempotent. */
export async function setSecondFactor(owner: string, isOn: boolean): Promise<boolean> {
  const { sdk, client } = await pool();
  const SoftwareTokenMfaSettings = { Enabled: isOn, PreferredMfa: isOn };
  const command = new sdk.AdminSetUserMFAPreferenceCommand({ ...named(owner), SoftwareTokenMfaSettings });
  return (await unlessGone(client.send(command))) !== undefined;
}

const CODE_ERRORS: Readonly<Record<string, 'second_factor_code_wrong' | 'second_factor_setup_over'>> = {
  CodeMismatchException: 'second_factor_code_wrong',
  // Thrown for a code that was used before.
  ExpiredCodeException: 'second_factor_code_wrong',
  EnableSoftwareTokenMFAException: 'second_factor_code_wrong',
  SoftwareTokenMFANotFoundException: 'second_factor_setup_over',
};

/**
 * Translates an exception of Cognito. `refused` is the error code for `NotAuthorizedException`, which Cognito throws
 * for a wrong password and for an expired session.
 */
function errorOf(error: unknown, refused: 'password_wrong' | 'second_factor_code_wrong'): unknown {
  const { name, message } = error as CognitoIdentityProviderServiceException;
  // Cognito makes users wait after five wrong passwords, and says so only in the message.
  if (
    /attempts exceeded/i.test(message) ||
    name === 'TooManyRequestsException' ||
    name === 'LimitExceededException'
  )
    return new AppError('too_many_requests');
  const field = refused === 'password_wrong' ? 'password' : 'code';
  const code = name === 'NotAuthorizedException' ? refused : CODE_ERRORS[name];
  return code === undefined ? error : wordedError(code, { field });
}
