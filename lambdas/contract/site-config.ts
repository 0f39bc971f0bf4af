/** Shape of `/config.json`: everything that the client must know about its deployment. The file is public. */
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
  /** True when users can send messages to the operator in the product. */
  readonly hasSupport: boolean;
  /**
   * Readers that the operator allows for a shared chat. Absent in a config.json of a version before sharing.
   * @default off
   */
  readonly sharing?: Sharing | undefined;
  /**
   * Bucket to which signed-in users upload files: its base URL, without a slash at its end. Keys of uploads are
   * `uploads/<identityId>/<fileId>`. Absent in a config.json of a version before uploads.
   */
  readonly files?: { readonly bucketEndpoint: string } | undefined;
}
