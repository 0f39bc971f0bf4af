import {
  type BehaviorOptions,
  CachePolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

export interface FilesBehaviorProps {
  readonly bucket: IBucket;
  /** Prefix of the policies' names, unique in the account and all its regions. */
  readonly name: string;
}

/** Passes requests for files to S3, which checks the signature and the expiry in the query string. */
export class FilesBehavior extends Construct {
  readonly options: BehaviorOptions;

  constructor(scope: Construct, id: string, { bucket, name }: FilesBehaviorProps) {
    super(scope, id);
    this.options = {
      origin: S3BucketOrigin.withBucketDefaults(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      compress: false,
      // The signature is for the bucket's host, so the viewer's `Host` must not reach S3. S3 refuses `Authorization`
      // beside a signature. CloudFront passes `Range` and `If-None-Match` even if no policy lists them.
      originRequestPolicy: new OriginRequestPolicy(this, 'Signature', {
        originRequestPolicyName: `${name}-files`,
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
        headerBehavior: OriginRequestHeaderBehavior.none(),
        cookieBehavior: OriginRequestCookieBehavior.none(),
      }),
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'Headers', {
        responseHeadersPolicyName: `${name}-files`,
        securityHeadersBehavior: {
          // Users choose the content of files. A file that is opened as a page runs no script and reads nothing of the
          // site.
          contentSecurityPolicy: {
            contentSecurityPolicy: "sandbox; default-src 'none'",
            override: true,
          },
          contentTypeOptions: { override: true },
        },
        customHeadersBehavior: {
          customHeaders: [
            { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
            // Without `no-store`, browsers may keep files on disk after the user has logged out.
            { header: 'cache-control', value: 'private, no-store', override: true },
          ],
        },
      }),
    };
  }
}
