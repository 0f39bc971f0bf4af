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

/** Disables a user and ends all the user's sign-ins. Returns false when there is no such user. */
export async function lockOut(owner: string): Promise<boolean> {
  const { sdk, client } = await pool();
  const disabled = await unlessGone(client.send(new sdk.AdminDisableUserCommand(named(owner))));
  if (!disabled) return false;
  await signOutEverywhere(owner);
  return true;
}

/** Invalidates all refresh tokens of the user. Does nothing when there is no such user. */
export async function signOutEverywhere(owner: string, userPoolId = poolId()): Promise<void> {
  const { sdk, client } = await pool();
  const values = { UserPoolId: userPoolId, Username: owner };
  await unlessGone(client.send(new sdk.AdminUserGlobalSignOutCommand(values)));
}

/** `name` is the `sub`. Does nothing when there is no such user. */
export async function removeUser(name: string): Promise<void> {
  const { sdk, client } = await pool();
  await unlessGone(client.send(new sdk.AdminDeleteUserCommand(named(name))));
}

/** Returns when the account was opened (ISO 8601), or undefined without an account. */
export async function openedAt(owner: string): Promise<string | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(owner))));
  return user?.UserCreateDate?.toISOString();
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
