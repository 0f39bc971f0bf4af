/** The user pool's part in an account's end. Each call does nothing for a user who is gone. */
import { credentials, once } from './clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

const pool = once(async () => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider');
  return { sdk, client: new sdk.CognitoIdentityProviderClient({ credentials }) };
});

/** A user's name in the pool is their `sub`: they sign in by an alias, their address. */
const named = (owner: string) => ({ UserPoolId: requireEnv(ENV.userPoolId), Username: owner });

async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  const { sdk } = await pool();
  try {
    return await call;
  } catch (error) {
    if (error instanceof sdk.UserNotFoundException) return undefined;
    throw error;
  }
}

/** No sign-in from here on, and no new tokens for those who are signed in. */
export async function lockOut(owner: string): Promise<void> {
  const { sdk, client } = await pool();
  await unlessGone(client.send(new sdk.AdminDisableUserCommand(named(owner))));
  await unlessGone(client.send(new sdk.AdminUserGlobalSignOutCommand(named(owner))));
}

export async function removeUser(owner: string): Promise<void> {
  const { sdk, client } = await pool();
  await unlessGone(client.send(new sdk.AdminDeleteUserCommand(named(owner))));
}

/** When the account was opened (ISO 8601). */
export async function openedAt(owner: string): Promise<string | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(owner))));
  return user?.UserCreateDate?.toISOString();
}
