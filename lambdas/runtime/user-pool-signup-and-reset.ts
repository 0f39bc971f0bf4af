import type { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { log } from './log.ts';
import { named, pool, unlessGone } from './user-pool-sdk-and-site-address.ts';

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
 * Outcome of a sign-up.
 * - `exists`: an account has this address. The SDK's first attempt may have created the account: if Cognito's answer to
 *   that attempt is lost, the SDK tries again and gets `exists`.
 * - `unexpected`: the trigger PreSignUp found no reservation, or a trigger failed. If the trigger CustomMessage failed,
 *   the account was created.
 * - `password`: Cognito rejected the password.
 * - `refused`: Cognito rejected another value, or the whole call.
 * - `busy`: Cognito limits the calls.
 */
export type SignUpOutcome = 'created' | 'exists' | 'unexpected' | 'password' | 'refused' | 'busy';

const clientId = () => requireEnv(ENV.tokenAudience);

/** After any other exception, `createAccount` throws: it is unknown whether the account was created. */
const OUTCOMES: Readonly<Record<string, SignUpOutcome>> = {
  UsernameExistsException: 'exists',
  UserLambdaValidationException: 'unexpected',
  // A trigger timed out or failed: PreSignUp before the account was created, or CustomMessage after it.
  UnexpectedLambdaException: 'unexpected',
  InvalidPasswordException: 'password',
  InvalidParameterException: 'refused',
  NotAuthorizedException: 'refused',
  TooManyRequestsException: 'busy',
  LimitExceededException: 'busy',
  // The account was created, and only the mail failed.
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

/** Creates an account. Cognito sets the attribute `email` from `Username`. */
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

/** A failure is only logged, because the sign-in page also lets the user request a code. */
export async function resendCode(email: string): Promise<void> {
  const { sdk, client } = await pool();
  try {
    await client.send(new sdk.ResendConfirmationCodeCommand({ ClientId: clientId(), Username: email }));
  } catch (error) {
    log('WARN', 'code not sent again', { code: (error as Error).name });
  }
}

export interface ResetOutcome {
  /** `code`, `password`: Cognito refused this value. `busy`: Cognito limits the calls. `failed`: any other failure. */
  readonly is: 'done' | 'code' | 'password' | 'busy' | 'failed';
  /**
   * Meaningful only if `is` is not `done`. True when Cognito may have set the password nevertheless: after `failed`, or
   * after several attempts of the SDK. An earlier attempt may have set the password and used up the code, although its
   * answer was lost.
   */
  readonly isUnclear: boolean;
  readonly cause?: unknown;
}

/** An unknown address has the same outcome as a wrong code. */
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
 * Sets a new password with the `code` that Cognito has mailed.
 * @param reset.resetId id that the trigger PostConfirmation stores in the user's revocation mark
 * (`store/revocations.ts`). When Cognito's answer is lost, the id in the mark shows the caller that the password
 * was set.
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
