import { HeadersFrameOption, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { headersProps, type SecurityHeadersProps } from './security-headers.ts';

/**
 * Headers of the frame for diagrams, which draws what a model wrote and may load only scripts of the site. `sandbox`
 * gives the frame an opaque origin, also when a user opens its address outside the page. `'self'` still means the site
 * (https://github.com/w3c/webappsec-csp/issues/260). In an opaque origin, module scripts need CORS headers. These
 * headers allow every origin, because the files are public.
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
