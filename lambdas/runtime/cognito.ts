/** The user pool, as every function that looks after its users calls it. */
import { credentials, once, timeouts } from './aws-clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

/** The client with its commands; loaded when first used. */
export const pool = once(async () => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider');
  const options = { credentials, ...timeouts({ requestMs: 5_000 }) };
  return { sdk, client: new sdk.CognitoIdentityProviderClient(options) };
});
export const poolId = (): string => requireEnv(ENV.userPoolId);

/** Names a user in a call: by `sub`, which is their name in the pool, or by the alias they sign in by, their address. */
export const named = (user: string) => ({ UserPoolId: poolId(), Username: user });

/** Undefined when the call found no such user. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  const { sdk } = await pool();
  try {
    return await call;
  } catch (error) {
    if (error instanceof sdk.UserNotFoundException) return undefined;
    throw error;
  }
}

/** Disables a user: no sign-in, and no new tokens for sessions that are open. False when there is no such user. */
export async function lockOut(owner: string): Promise<boolean> {
  const { sdk, client } = await pool();
  const disabled = await unlessGone(client.send(new sdk.AdminDisableUserCommand(named(owner))));
  if (!disabled) return false;
  await unlessGone(client.send(new sdk.AdminUserGlobalSignOutCommand(named(owner))));
  return true;
}

/** Removes a user by `sub` or name; one who is gone already is fine. */
export async function removeUser(name: string): Promise<void> {
  const { sdk, client } = await pool();
  await unlessGone(client.send(new sdk.AdminDeleteUserCommand(named(name))));
}

/** When the account was opened (ISO 8601). */
export async function openedAt(owner: string): Promise<string | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(owner))));
  return user?.UserCreateDate?.toISOString();
}

/** Where sign-ins through the client return to: the product's own address. Waits no longer than a second. */
export async function returnAddress(userPoolId: string, clientId: string): Promise<string | undefined> {
  const { sdk, client } = await pool();
  const { UserPoolClient } = await client.send(
    new sdk.DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId }),
    { abortSignal: AbortSignal.timeout(1_000) },
  );
  return UserPoolClient?.CallbackURLs?.[0];
}
