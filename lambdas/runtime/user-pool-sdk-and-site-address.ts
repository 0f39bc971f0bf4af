import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';

/** Cognito's SDK and client, loaded at the first use. */
export const pool = once(async () => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider');
  const options = { credentials, ...timeouts({ requestMs: 5_000 }) };
  return { sdk, client: new sdk.CognitoIdentityProviderClient(options) };
});
export const poolId = (): string => requireEnv(ENV.userPoolId);

/** Names a user by `sub`, which is the user name in the pool, or by e-mail address, which the pool also accepts. */
export const named = (user: string) => ({ UserPoolId: poolId(), Username: user });

/** Resolves with undefined when there is no such user. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  const { sdk } = await pool();
  try {
    return await call;
  } catch (error) {
    if (error instanceof sdk.UserNotFoundException) return undefined;
    throw error;
  }
}

/** Returns the site's address: the first callback URL of the app client. Throws after a second without an answer. */
export async function returnAddress(userPoolId: string, clientId: string): Promise<string | undefined> {
  const { sdk, client } = await pool();
  const { UserPoolClient } = await client.send(
    new sdk.DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId }),
    { abortSignal: AbortSignal.timeout(1_000) },
  );
  return UserPoolClient?.CallbackURLs?.[0];
}
