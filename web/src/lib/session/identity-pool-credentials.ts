/**
 * Fetches AWS credentials from the identity pool (docs/spec.md 7.3). Loaded while the browser is idle, or with the
 * first upload.
 */
import { type AuthSession, fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
// Amplify holds back tokens while another tab completes a sign-in. This listener ends the wait when that tab is done.
import 'aws-amplify/auth/enable-oauth-listener';
import type { SiteConfig } from '#contract/site-config';
import { configureAmplify } from './amplify.ts';

/**
 * Returns the user's credentials, and the identity that they belong to. Amplify keeps the credentials in memory until
 * the ID token is renewed, for at most 50 minutes. With `renew`, fetches a new ID token and new credentials, even if
 * the old ones are still valid.
 */
export async function obtainCredentials(
  config: SiteConfig,
  renew = false,
): Promise<Pick<AuthSession, 'credentials' | 'identityId'>> {
  configureAmplify(config, cognitoCredentialsProvider);
  return fetchAuthSession({ forceRefresh: renew });
}
