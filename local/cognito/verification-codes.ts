import { randomInt } from 'node:crypto';
import type { AppClient, CodeKind, Core, User } from './cognito-core-and-state.ts';
import { CognitoError } from './cognito-errors.ts';
import type { UserPoolProperties } from './cognito-types.ts';
import { runTrigger } from './triggers.ts';
import { touch } from './users.ts';

/** Lifetimes of codes by Cognito's quotas. */
const LIFE_MS: Readonly<Record<CodeKind, number>> = {
  signUp: 24 * 3_600_000,
  attribute: 24 * 3_600_000,
  forgotPassword: 3_600_000,
};
const TRIES_MAX = 5;
const SUBJECTS: Readonly<Record<CodeKind, string>> = {
  signUp: 'Your verification code',
  attribute: 'Your verification code',
  forgotPassword: 'Your password reset code',
};

export interface Delivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly AttributeName: 'email';
}

/**
 * Describes the delivery of a code. A response about an unknown user contains a description too, so that responses do
 * not show which users exist.
 */
export function deliveryTo(address: string): Delivery {
  return { Destination: masked(address), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
}

/** Throws unless `email` is the pool's only auto-verified attribute, because other codes are not emulated. */
export function assertVerification({ AutoVerifiedAttributes = [] }: UserPoolProperties): void {
  if (AutoVerifiedAttributes.join() !== 'email')
    throw new Error(`not emulated: AutoVerifiedAttributes '${AutoVerifiedAttributes.join()}'`);
}

const PLACEHOLDER = '{####}';

/** Mail. An absent field means the default. `text` contains PLACEHOLDER. */
export interface Message {
  readonly subject?: string;
  readonly text?: string;
}

export async function customMessage(
  core: Core,
  { poolId, clientId }: AppClient,
  user: User,
  occasion: 'SignUp' | 'ResendCode' | 'ForgotPassword' | 'UpdateUserAttribute',
): Promise<Message> {
  const { emailMessage, emailSubject } = await runTrigger(core, {
    ...{ name: 'CustomMessage', source: `CustomMessage_${occasion}`, poolId, clientId, user },
    request: { codeParameter: PLACEHOLDER, usernameParameter: null, linkParameter: '{##Click Here##}' },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  if (typeof emailMessage !== 'string') return {};
  if (!emailMessage.includes(PLACEHOLDER))
    throw new CognitoError('InvalidLambdaResponseException', 'The message lacks the code parameter');
  return { text: emailMessage, ...(typeof emailSubject === 'string' && { subject: emailSubject }) };
}

export function sendCode(
  core: Core,
  poolId: string,
  user: User,
  kind: CodeKind,
  message: Message = {},
): Delivery {
  const value = String(randomInt(1_000_000)).padStart(6, '0');
  const email = user.attributes.email ?? '';
  user.code = { kind, value, expiresAt: core.now() + LIFE_MS[kind], tries: 0 };
  touch(core, user);
  core.options.deliver({
    to: email,
    from: core.pool(poolId).EmailConfiguration?.From ?? 'no-reply@verificationemail.com',
    subject: message.subject ?? SUBJECTS[kind],
    text: (message.text ?? `Your confirmation code is ${PLACEHOLDER}`).replaceAll(PLACEHOLDER, value),
    code: value,
  });
  return deliveryTo(email);
}

/**
 * Deletes the user's code if `value` matches it. The caller then saves the user. A disabled user's code matches no value.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html
 * @throws CognitoError ExpiredCodeException (also without `user`), CodeMismatchException, LimitExceededException
 */
export function takeCode(core: Core, user: User | undefined, kind: CodeKind, value: string): void {
  const code = user?.code;
  if (user === undefined || code?.kind !== kind || code.expiresAt <= core.now()) throw codeExpired();
  code.tries += 1;
  if (code.tries > TRIES_MAX)
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  if (code.value !== value || !user.enabled) {
    core.save();
    throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
  }
  delete user.code;
}

const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

const masked = (email: string): string => email.replace(/^(.).*@(.).*$/, '$1***@$2***');
