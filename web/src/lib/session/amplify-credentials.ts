/** The identity pool's AWS credentials (docs/spec.md 7.3). Loaded when the browser is idle, off every path. */
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
// Tokens wait while another tab signs in; this hears when it has.
import 'aws-amplify/auth/enable-oauth-listener';
import type { SiteConfig } from '#contract/config';
import { start } from './amplify.ts';

export async function obtainCredentials(config: SiteConfig): Promise<void> {
  start(config, cognitoCredentialsProvider);
  await fetchAuthSession();
}
