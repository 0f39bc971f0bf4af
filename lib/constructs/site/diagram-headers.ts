import { HeadersFrameOption, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { headersProps, type SecurityHeadersProps } from './security-headers.ts';

/**
 * Headers of the frame for diagrams and of its scripts. The frame draws what a model wrote, so its document has an
 * opaque origin, also when it is opened by its address, and may load nothing but its own scripts. `'self'` in a policy
 * is the origin of the document's address, opaque or not (https://github.com/w3c/webappsec-csp/issues/260). Module
 * scripts of an opaque origin need CORS; the files are public.
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
