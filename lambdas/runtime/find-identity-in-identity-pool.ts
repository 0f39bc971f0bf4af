import { wordedError } from '#contract/server-worded-errors';
import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';

const identities = once(async () => {
  const sdk = await import('@aws-sdk/client-cognito-identity');
  return { sdk, client: new sdk.CognitoIdentityClient({ credentials, ...timeouts({ requestMs: 5_000 }) }) };
});

/**
 * Returns the id of the identity under which the user uploads. The server takes no identity id from the client, because
 * the client could send another user's id and so register that user's uploads.
 * @throws AppError `session_expired` when the identity pool refuses the token
 */
export async function identityOf(idToken: string): Promise<string> {
  const { sdk, client } = await identities();
  const command = new sdk.GetIdCommand({
    IdentityPoolId: requireEnv(ENV.identityPoolId),
    Logins: { [new URL(requireEnv(ENV.tokenIssuer)).href.replace(/^https?:\/\//, '')]: idToken },
  });
  const { IdentityId } = await client.send(command).catch((cause: unknown) => {
    // The identity pool also refuses a token whose user was disabled, deleted or signed out since its issue.
    const isRefused = cause instanceof sdk.NotAuthorizedException;
    throw isRefused ? wordedError('session_expired', { cause }) : cause;
  });
  if (IdentityId === undefined) throw new Error('The identity pool named no identity');
  return IdentityId;
}
