import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Config } from '../../config.ts';
import { ROOT } from '../../root-and-existing-path.ts';
import { acknowledge } from '../base/acknowledge-findings.ts';
import { FilesBehavior } from './files-behavior.ts';
import { SiteDomain } from './site-domain.ts';

export interface SiteProps {
  /** Name for resources whose names are unique in the account and all its regions. */
  readonly globalName: string;
  readonly apiHost: string;
  readonly socketHost: string;
  readonly originHeaders: Readonly<Record<string, string>>;
  /** Headers of the HTTP API's responses and of the site's files, except shared chats' pages and the diagram iframe. */
  readonly responseHeaders: ResponseHeadersPolicy;
  readonly sharedHeaders: ResponseHeadersPolicy;
  /** Bucket of the users' files. CloudFront passes requests for files to S3, which checks the signature in the URL. */
  readonly files: IBucket;
  readonly diagramHeaders: ResponseHeadersPolicy;
  readonly protectData: boolean;
  /** ARN of a web ACL. @default none */
  readonly firewall?: string;
  /** Custom domain. @default the distribution's own name */
  readonly domain?: NonNullable<Config['domain']>;
}

/**
 * Errors that CloudFront must not cache. By default, it caches them for 10 s for every caller of the path, even where
 * caching is disabled and the response says `no-store` (AWS: "Control how long CloudFront caches errors").
 */
const UNCACHED_ERRORS = [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }));

/**
 * CloudFront distribution that serves the site, the users' files and both APIs under one host (docs/architecture.md 1).
 */
export class Site extends Construct {
  readonly bucket: IBucket;
  /** `https://<host>`, without a slash at its end. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    const { protectData } = props;
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: protectData,
      removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Bucket and IBucket declare `isWebsite` differently, which exactOptionalPropertyTypes does not accept.
    this.bucket = bucket as IBucket;
    const domain = props.domain && new SiteDomain(this, 'Domain', props.domain);
    const distribution = this.#distribution(props, domain);
    domain?.pointAt(distribution);
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`;
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only CloudFront reads the bucket, and it holds nothing but the public site.',
    });
    acknowledge(distribution, {
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'There is a default root object, and SpaFallback serves index.html for paths without a file name.',
      'AwsSolutions-CFR1': 'The product has no geographic restriction.',
      ...(props.firewall === undefined && {
        'AwsSolutions-CFR2':
          'WAF is optional, as it costs more than the rest of an idle deployment. The product has limits itself.',
      }),
      'AwsSolutions-CFR3':
        'The APIs have access logs. Logs of the site would store the IP addresses of visitors.',
      ...(!domain && {
        'AwsSolutions-CFR4': 'The certificate of cloudfront.net fixes the protocol version.',
      }),
    });
  }

  #distribution(props: SiteProps, domain: SiteDomain | undefined): Distribution {
    const { apiHost, socketHost, originHeaders, responseHeaders, diagramHeaders, sharedHeaders } = props;
    const viewerAddress = this.#edgeFunction('ViewerAddress', 'viewer-address.js');
    const forwarded = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: viewerAddress, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const files = new FilesBehavior(this, 'Files', { bucket: props.files, name: props.globalName });
    const origin = (host: string) =>
      new HttpOrigin(host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        customHeaders: { ...originHeaders },
      });
    const api = {
      ...forwarded,
      origin: origin(apiHost),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      responseHeadersPolicy: responseHeaders,
    };
    const pages = {
      // Without the permission to list, S3 responds to a missing file with 403 instead of 404. Visitors still cannot
      // list the bucket, because SpaFallback serves index.html for every path without a file name.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessControl: new S3OriginAccessControl(this, 'AccessControl', {
          originAccessControlName: props.globalName,
        }),
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
    };
    const routes = {
      ...pages,
      responseHeadersPolicy: responseHeaders,
      functionAssociations: [
        {
          function: this.#edgeFunction('SpaFallback', 'spa-fallback.js'),
          eventType: FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
    const diagram = { ...pages, responseHeadersPolicy: diagramHeaders };
    return new Distribution(this, 'Distribution', {
      ...domain?.distributionProps,
      ...(props.firewall !== undefined && { webAclId: props.firewall }),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      errorResponses: UNCACHED_ERRORS,
      defaultBehavior: routes,
      additionalBehaviors: {
        '/api/*': api,
        '/signup': api,
        '/files/*': files.options,
        '/socket': { ...forwarded, origin: origin(socketHost) },
        '/s/*': { ...routes, responseHeadersPolicy: sharedHeaders },
        '/diagram.html': diagram,
        '/assets/diagram/*': diagram,
      },
    });
  }

  #edgeFunction(id: string, file: string): EdgeFunction {
    return new EdgeFunction(this, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromFile({ filePath: join(ROOT, 'lib/edge', file) }),
    });
  }
}
