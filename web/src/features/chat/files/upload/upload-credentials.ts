import { obtainCredentials } from '../../../../lib/session/identity-pool-credentials.ts';
import { idToken } from '../../../../lib/session/session.ts';
import { loadSiteConfig } from '../../../../lib/site-config.ts';
import { TransferError } from './send-with-progress.ts';
import type { CredentialSource } from './sign-and-send-to-bucket.ts';

/** Milliseconds to wait for the credentials, including a renewal of the ID token. Amplify has no timeout. */
const TIMEOUT_MS = 20_000;

/**
 * Returns the user's AWS credentials from the identity pool.
 * @throws TransferError if the credentials do not come in time, or the identity pool gives none
 * @throws the error of `loadSiteConfig`, `idToken` or Amplify
 */
export const uploadCredentials: CredentialSource = async (renew) => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TransferError('The identity pool did not answer')), TIMEOUT_MS);
  try {
    return await Promise.race([read(renew), late]);
  } finally {
    clearTimeout(timer);
  }
};

async function read(renew: boolean) {
  const config = await loadSiteConfig();
  // Renews the ID token if needed: the identity pool refuses a token that expires during the request.
  await idToken({ renew });
  const { credentials, identityId } = await obtainCredentials(config, renew);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials ?? {};
  if (!accessKeyId || !secretAccessKey || !sessionToken || !identityId)
    throw new TransferError('The identity pool gave no credentials');
  return { accessKeyId, secretAccessKey, sessionToken, identityId };
}
