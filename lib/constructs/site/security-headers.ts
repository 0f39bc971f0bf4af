import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Config } from '../../config.ts';

const DENIED_FEATURES = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics'];

export interface SecurityHeadersProps {
  /** Name of the policy, unique in the account and all its regions. */
  readonly name: string;
  readonly connect: readonly string[];
  readonly hstsSubdomains: boolean;
  /** False for pages that search engines must not list. @default true */
  readonly isListed?: boolean;
}

/**
 * Returns true if the HSTS header includes the subdomains of the site's host. If the host may be the apex of a domain,
 * the default is false: the header would break each subdomain that serves only http.
 */
export function hstsCoversSubdomains(domain: Config['domain']): boolean {
  if (domain === undefined) return true;
  const { name, hostedZone, hstsSubdomains } = domain;
  return hstsSubdomains ?? (hostedZone !== undefined && name.endsWith(`.${hostedZone.name}`));
}

/** Sources of each directive, by the directive's name. */
export type ContentSecurityPolicy = Readonly<Record<string, string>>;

/** Returns the headers that the pages and the frame for diagrams share. */
export function headersProps(
  { name, hstsSubdomains, isListed = true }: Omit<SecurityHeadersProps, 'connect'>,
  frameOption: HeadersFrameOption,
  policy: ContentSecurityPolicy,
): ResponseHeadersPolicyProps {
  return {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: Object.entries(policy)
          .map(([directive, sources]) => `${directive} ${sources}`)
          .join('; '),
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: hstsSubdomains,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
          override: true,
        },
        ...(isListed ? [] : [{ header: 'x-robots-tag', value: 'noindex', override: true }]),
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
        { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
      ],
    },
  };
}

/**
 * Security headers of the pages, their assets and the HTTP API. `'self'` includes the socket, as http schemes match ws
 * schemes (https://www.w3.org/TR/CSP3/#match-schemes).
 */
export class SecurityHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, props: SecurityHeadersProps) {
    super(
      scope,
      id,
      headersProps(props, HeadersFrameOption.DENY, {
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        // data: shows the thumbnail of a picture that the user adds to a message.
        'img-src': "'self' data:",
        'font-src': "'self'",
        'connect-src': ["'self'", ...props.connect].join(' '),
        'manifest-src': "'self'",
        'worker-src': "'self'",
        'object-src': "'none'",
        // The frame for diagrams.
        'frame-src': "'self'",
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
      }),
    );
  }
}
