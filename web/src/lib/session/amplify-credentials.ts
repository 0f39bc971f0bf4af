/** Fetches AWS credentials from the identity pool (docs/spec.md 7.3). Loaded while the browser is idle. */
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
// Amplify holds back tokens while another tab signs in. This listener ends the wait when that tab is done.
import 'aws-amplify/auth/enable-oauth-listener';
import type { SiteConfig } from '#contract/config';
import { configureAmplify } from './amplify.ts';

export async function obtainCredentials(config: SiteConfig): Promise<void> {
  configureAmplify(config, cognitoCredentialsProvider);
  await fetchAuthSession();
}
