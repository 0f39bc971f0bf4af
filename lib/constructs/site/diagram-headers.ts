import { HeadersFrameOption, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { headersProps, type SecurityHeadersProps } from './security-headers.ts';

/**
 * Headers of the frame for diagrams and of its scripts. The frame draws what a model wrote, so it may load nothing but
 * scripts of the site. The directive `sandbox` gives the frame's document an opaque origin, also when a user opens its
 * address outside the page. `'self'` allows the site's scripts all the same: it means the origin of the document's
 * address (https://github.com/w3c/webappsec-csp/issues/260). A document with an opaque origin can load module scripts
 * only with CORS. CORS allows every origin, because the files are public.
 */
export class DiagramHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, props: Pick<SecurityHeadersProps, 'name' | 'hstsSubdomains'>) {
    super(scope, id, {
      ...headersProps(props, HeadersFrameOption.SAMEORIGIN, {
        'default-src': "'none'",
        'script-src': "'self'",
        // Mermaid writes style elements and attributes.
        'style-src': "'unsafe-inline'",
        'frame-ancestors': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        sandbox: 'allow-scripts',
      }),
      corsBehavior: {
        accessControlAllowOrigins: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        accessControlAllowHeaders: ['*'],
        accessControlAllowCredentials: false,
        originOverride: true,
      },
    });
  }
}
