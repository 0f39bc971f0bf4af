/**
 * Second factor by an authenticator app.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html
 */

import type { Core, User } from '../cognito-core-and-state.ts';
import { CognitoError, invalidParameter } from '../cognito-errors.ts';
import type { UserPoolProperties } from '../cognito-types.ts';
import type { Params } from '../json-request-params.ts';
import { touch } from '../users.ts';
import { newTotpSecret, stepAt, stepOf, totpCode } from './totp.ts';

const FACTOR = 'SOFTWARE_TOKEN_MFA';

/** Throws for MFA settings that Cognito would refuse or that are not emulated. */
export function assertMfa(
  poolId: string,
  { MfaConfiguration = 'OFF', EnabledMfas = [] }: UserPoolProperties,
) {
  if (MfaConfiguration === 'OFF') return;
  if (EnabledMfas.length === 0) throw invalidParameter(`${poolId}: MFA needs a kind of second factor`);
  if (MfaConfiguration !== 'OPTIONAL' || EnabledMfas.some((kind) => kind !== FACTOR))
    throw new Error(`not emulated: MFA ${MfaConfiguration} with ${EnabledMfas.join(', ')}`);
}

const allowsTokens = ({ MfaConfiguration = 'OFF', EnabledMfas = [] }: UserPoolProperties): boolean =>
  MfaConfiguration !== 'OFF' && EnabledMfas.includes(FACTOR);

export const needsCode = (pool: UserPoolProperties, { totp }: User): boolean =>
  allowsTokens(pool) && totp?.isOn === true;

/** Creates a secret. The old secret stays in use until `verifyToken` gets a code of the new secret. */
export function associateToken(core: Core, pool: UserPoolProperties, user: User): string {
  if (!allowsTokens(pool)) throw notFound('Software Token MFA has not been enabled by the userPool.');
  user.pendingSecret = newTotpSecret();
  touch(core, user);
  return user.pendingSecret;
}

/** Puts the secret of `associateToken` into use if `code` is a code of that secret. */
export function verifyToken(core: Core, user: User, code: string): void {
  assertCodeFormat(code);
  const secret = user.pendingSecret;
  if (secret === undefined) throw notFound('Software token has not been associated.');
  const usedStep = stepOf(secret, code, core.now());
  if (usedStep === undefined)
    throw new CognitoError(
      'EnableSoftwareTokenMFAException',
      'Code mismatch and fail enable Software Token MFA',
    );
  user.totp = { secret, usedStep, isOn: user.totp?.isOn === true };
  delete user.pendingSecret;
  touch(core, user);
}

/** Checks a code at sign-in. Refuses the last accepted code and all older codes, so that no code works twice. */
export function takeTotpCode(core: Core, user: User, code: string): void {
  assertCodeFormat(code);
  const { totp } = user;
  const step = totp && stepOf(totp.secret, code, core.now());
  if (totp === undefined || step === undefined)
    throw new CognitoError('CodeMismatchException', 'Invalid code received for user');
  if (step <= totp.usedStep)
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  totp.usedStep = step;
  touch(core, user);
}

export function setPreference(core: Core, user: User, params: Params): void {
  const settings = params.part('SoftwareTokenMfaSettings');
  if (settings === undefined) return;
  const isOn = settings.flag('Enabled');
  if (settings.flag('PreferredMfa') && !isOn)
    throw invalidParameter('Invalid MFA setting: a disabled factor cannot be preferred.');
  if (isOn && user.totp === undefined) throw invalidParameter('User has not verified software token mfa');
  if (user.totp !== undefined) user.totp.isOn = isOn;
  touch(core, user);
}

export const mfaSettings = ({ totp }: User): object =>
  totp?.isOn ? { UserMFASettingList: [FACTOR], PreferredMfaSetting: FACTOR } : {};

/**
 * Returns a code for tests and demo accounts: the app's current code or, if it was used, the next code, which Cognito
 * accepts up to 30 seconds early.
 */
export function unusedCode(core: Core, { totp, pendingSecret }: User): string | undefined {
  const secret = pendingSecret ?? totp?.secret;
  if (secret === undefined) return undefined;
  const used = pendingSecret === undefined ? (totp?.usedStep ?? 0) : 0;
  const now = stepAt(core.now());
  const step = [now, now + 1].find((one) => one > used);
  return step === undefined ? undefined : totpCode(secret, step);
}

function assertCodeFormat(code: string): void {
  if (!/^\d{6}$/.test(code))
    throw invalidParameter(
      "1 validation error detected: Value at 'userCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [0-9]+",
    );
}

const notFound = (message: string) => new CognitoError('SoftwareTokenMFANotFoundException', message);
