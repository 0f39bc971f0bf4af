/** Shape of `/config.json`, which is public. */
import type { Sharing } from './sharing.ts';

export interface SiteConfig {
  readonly productName: string;
  readonly region: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly identityPoolId: string;
  /** Host (and port) of the hosted UI, without scheme. */
  readonly hostedUiDomain: string;
  /** Base URLs of the Cognito APIs, with scheme and trailing slash. */
  readonly userPoolEndpoint: string;
  readonly identityPoolEndpoint: string;
  readonly payments: 'test' | 'stripe' | 'off';
  readonly hasSupport: boolean;
  /** Absent in a config.json of an earlier release without sharing. @default off */
  readonly sharing?: Sharing | undefined;
  /**
   * Bucket for the uploads of signed-in users: its base URL, without a slash at its end. Absent in a config.json of an
   * earlier release without uploads.
   */
  readonly files?: { readonly bucketEndpoint: string } | undefined;
}
