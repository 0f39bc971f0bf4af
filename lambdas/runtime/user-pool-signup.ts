/** The user pool's part in a sign-up. */
import type { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import { named, pool, unlessGone } from './cognito.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { log } from './log.ts';

export interface PoolAccount {
  readonly username: string;
  /** False until its mailed code was given. */
  readonly isConfirmed: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
}
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** Of the reservation: PreSignUp asks for it. */
  readonly ticket: string;
}
/**
 * Outcome of a sign-up. `exists`: someone has this address. `unexpected`: PreSignUp saw no reservation, or failed. `refused`
 * and `password`: Cognito will not have these values, nothing was made.
 */
export type SignUpOutcome = 'created' | 'exists' | 'unexpected' | 'password' | 'refused' | 'busy';

const clientId = () => requireEnv(ENV.tokenAudience);

/** Exceptions by what they mean; any other leaves open whether there is an account, and is thrown. */
const OUTCOMES: Readonly<Record<string, SignUpOutcome>> = {
  UsernameExistsException: 'exists',
  UserLambdaValidationException: 'unexpected',
  // PreSignUp was too slow or broke: nothing was made either.
  UnexpectedLambdaException: 'unexpected',
  InvalidPasswordException: 'password',
  InvalidParameterException: 'refused',
  NotAuthorizedException: 'refused',
  TooManyRequestsException: 'busy',
  LimitExceededException: 'busy',
  // The account is there; its code can be sent again from the sign-in page.
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
 * Sends the address as the user name, from which Cognito sets the attribute. The e-mail is no required attribute of
 * the pool: Cognito would then insist that clients may write it, and users could change their own address.
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

/** Mails another code. That it is mailed is a courtesy: the sign-in page offers it as well. */
export async function resendCode(email: string): Promise<void> {
  const { sdk, client } = await pool();
  try {
    await client.send(new sdk.ResendConfirmationCodeCommand({ ClientId: clientId(), Username: email }));
  } catch (error) {
    log('WARN', 'code not sent again', { code: (error as Error).name });
  }
}
