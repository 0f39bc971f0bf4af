/** Calls to Cognito's user pool for sign-ups, and for resets of forgotten passwords. */
import type { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { log } from './log.ts';
import { named, pool, unlessGone } from './user-pool.ts';

export interface PoolAccount {
  readonly username: string;
  /** False until the user has entered the mailed code. */
  readonly isConfirmed: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
}
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** Ticket of the reservation, which the PreSignUp trigger checks. */
  readonly ticket: string;
}
/**
 * Outcome of a sign-up. `created`: this call has created an account. `exists`: an account has this address. If
 * Cognito's answer was lost and the SDK repeated the call, this call may have created the account. `unexpected`: the
 * trigger PreSignUp found no reservation, or failed. `password`: Cognito rejected the password. `refused`: Cognito
 * rejected another value, or the call itself. `busy`: Cognito limits the calls.
 */
export type SignUpOutcome = 'created' | 'exists' | 'unexpected' | 'password' | 'refused' | 'busy';

const clientId = () => requireEnv(ENV.tokenAudience);

/**
 * Outcomes of a sign-up by the name of Cognito's exception. `createAccount` throws any other exception, because then
 * it is unknown whether the account was created.
 */
const OUTCOMES: Readonly<Record<string, SignUpOutcome>> = {
  UsernameExistsException: 'exists',
  UserLambdaValidationException: 'unexpected',
  // PreSignUp timed out or failed, so no account was created.
  UnexpectedLambdaException: 'unexpected',
  InvalidPasswordException: 'password',
  InvalidParameterException: 'refused',
  NotAuthorizedException: 'refused',
  TooManyRequestsException: 'busy',
  LimitExceededException: 'busy',
  // The account was created. The user can request the code again on the sign-in page.
  CodeDeliveryFailureException: 'created',
};

export async function findAccount(email: string): Promise<PoolAccount | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(email))));
  if (!user) return undefined;
  return {
    username: user.Username ?? email,
    isConfirmed: user.UserStatus !== 'UNCONFIRMED',
    createdAt: user.UserCreateDate?.getTime() ?? 0,
  };
}

/**
 * Creates an account. Cognito sets the attribute `email` from `Username`. The attribute is not required in the pool:
 * Cognito would insist that clients may write a required attribute, and users could then change their own address.
 */
export async function createAccount({ email, name, password, ticket }: NewAccount): Promise<SignUpOutcome> {
  const { sdk, client } = await pool();
  try {
    await client.send(
      new sdk.SignUpCommand({
        ClientId: clientId(),
        Username: email,
        Password: password,
        UserAttributes: [{ Name: 'name', Value: name }],
        ClientMetadata: { ticket },
      }),
    );
    return 'created';
  } catch (error) {
    const outcome = OUTCOMES[(error as CognitoIdentityProviderServiceException).name];
    if (outcome === undefined) throw error;
    if (outcome !== 'exists')
      log('WARN', 'sign-up refused by the user pool', { code: (error as Error).name });
    return outcome;
  }
}

/** Mails another sign-up code. A failure is only logged, because the sign-in page also lets the user request a code. */
export async function resendCode(email: string): Promise<void> {
  const { sdk, client } = await pool();
  try {
    await client.send(new sdk.ResendConfirmationCodeCommand({ ClientId: clientId(), Username: email }));
  } catch (error) {
    log('WARN', 'code not sent again', { code: (error as Error).name });
  }
}

/**
 * Outcome of a reset. `done`: the password is set. `code`: Cognito refused the code. `password`: Cognito refused the
 * password. `busy`: Cognito limits the calls. `failed`: Cognito failed or did not answer. `isUnclear` means that an
 * attempt failed or got no answer. That attempt may have set the password and used up the code.
 */
export interface ResetOutcome {
  readonly is: 'done' | 'code' | 'password' | 'busy' | 'failed';
  readonly isUnclear: boolean;
  /** Error of the call; undefined if the call succeeded. */
  readonly cause?: unknown;
}

/** Outcomes of a reset by the name of Cognito's exception. An unknown address has the same outcome as a wrong code. */
const RESET_OUTCOMES: Readonly<Record<string, ResetOutcome['is']>> = {
  CodeMismatchException: 'code',
  ExpiredCodeException: 'code',
  UserNotFoundException: 'code',
  UserNotConfirmedException: 'code',
  NotAuthorizedException: 'code',
  InvalidParameterException: 'code',
  InvalidPasswordException: 'password',
  LimitExceededException: 'busy',
  TooManyFailedAttemptsException: 'busy',
  TooManyRequestsException: 'busy',
  // The trigger PostConfirmation failed. Cognito calls it after setting the password, so the reset itself is done.
  UserLambdaValidationException: 'done',
  UnexpectedLambdaException: 'done',
};

/**
 * Sets a new password for a user who has forgotten the old password. Cognito has mailed `code` to the user.
 * @param reset.resetId identifies this reset. Cognito passes it to the trigger PostConfirmation, which stores it in the
 * revocation mark that ends the user's sign-ins. When Cognito's answer is lost, the caller finds the id in the mark,
 * and so knows that the password was set.
 */
export async function confirmReset(reset: {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly resetId: string;
}): Promise<ResetOutcome> {
  const { sdk, client } = await pool();
  const values = { Username: reset.email, ConfirmationCode: reset.code, Password: reset.password };
  const ClientMetadata = { resetId: reset.resetId };
  try {
    await client.send(
      new sdk.ConfirmForgotPasswordCommand({ ClientId: clientId(), ...values, ClientMetadata }),
    );
    return { is: 'done', isUnclear: false };
  } catch (cause) {
    const { name, $metadata } = cause as Partial<CognitoIdentityProviderServiceException>;
    const is = RESET_OUTCOMES[name ?? ''] ?? 'failed';
    return { is, isUnclear: is === 'failed' || ($metadata?.attempts ?? 1) > 1, cause };
  }
}
