import { type AuthSession, fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
// Amplify holds back tokens while another tab completes a sign-in. This listener ends the wait when that tab is done.
import 'aws-amplify/auth/enable-oauth-listener';
import type { SiteConfig } from '#contract/site-config';
import { configureAmplify } from './amplify-configuration-and-tokens.ts';

/**
 * Returns the user's AWS credentials (docs/spec.md 7.3). Amplify keeps them in memory until the ID token is renewed,
 * for at most 50 minutes. `renew` fetches a new ID token and new credentials.
 */
export async function obtainCredentials(
  config: SiteConfig,
  renew = false,
): Promise<Pick<AuthSession, 'credentials' | 'identityId'>> {
  configureAmplify(config, cognitoCredentialsProvider);
  return fetchAuthSession({ forceRefresh: renew });
}
