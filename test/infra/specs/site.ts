import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { needs, resourcesOf, short, theResource } from '../template-queries.ts';

interface Behavior extends Record<string, unknown> {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
}
interface Origin extends Record<string, unknown> {
  readonly Id: string;
  readonly DomainName: unknown;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: unknown }[];
}
interface Distribution extends Record<string, unknown> {
  readonly Origins: readonly Origin[];
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly CustomErrorResponses: readonly Readonly<Record<string, number>>[];
}

const MANAGED = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  allViewerExceptHost: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
};

const distributionOf = (template: Template) =>
  theResource(template, 'AWS::CloudFront::Distribution').properties.DistributionConfig as Distribution;

const edgeFunctionOf = ({ FunctionAssociations }: Behavior) =>
  (FunctionAssociations as { FunctionARN: unknown }[]).map(({ FunctionARN }) => short(FunctionARN));

interface HeadersPolicy extends Record<string, unknown> {
  readonly SecurityHeadersConfig: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const headersPolicy = (name: string): HeadersPolicy =>
  theResource(dev.app, 'AWS::CloudFront::ResponseHeadersPolicy', name).properties
    .ResponseHeadersPolicyConfig as HeadersPolicy;

/** Directives of the content security policy, with their sources. */
const directivesOf = ({ SecurityHeadersConfig }: HeadersPolicy): Record<string, string[]> =>
  Object.fromEntries(
    short(SecurityHeadersConfig.ContentSecurityPolicy?.ContentSecurityPolicy)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );

export function siteSpecs(): void {
  describe('the site’s files', () => {
    it('hold the test mode’s code where payments are a test', () => {
      expect(dev.siteFiles).toEqual([
        'assets/create-test-subscription-1a2b3c4d.js',
        'assets/index-1a2b3c4d.js',
        'assets/test-mode-payment-form-1a2b3c4d.js',
        'assets/test-subscription-form-1a2b3c4d.js',
        'index.html',
      ]);
    });

    it('hold no code of the test mode where payments are real (docs/safety.md 33)', () => {
      expect(prod.siteFiles).toEqual(['assets/index-1a2b3c4d.js', 'index.html']);
    });
  });

  const distribution = distributionOf(dev.app);

  describe('one origin', () => {
    it.each([
      ['/api/*', 'HttpApi.execute-api.us-east-1.AWS::URLSuffix'],
      ['/signup', 'HttpApi.execute-api.us-east-1.AWS::URLSuffix'],
      ['/socket', 'SocketApi.execute-api.us-east-1.AWS::URLSuffix'],
    ])('forwards %s uncached, with the viewer’s address and the origin’s secret', (path, host) => {
      const behavior = distribution.CacheBehaviors.find(({ PathPattern }) => PathPattern === path);
      expect(behavior).toMatchObject({
        CachePolicyId: MANAGED.cachingDisabled,
        OriginRequestPolicyId: MANAGED.allViewerExceptHost,
        ViewerProtocolPolicy: 'https-only',
      });
      expect(behavior && edgeFunctionOf(behavior)).toEqual(['SiteViewerAddress']);
      const origin = distribution.Origins.find(({ Id }) => Id === behavior?.TargetOriginId);
      expect(short(origin?.DomainName)).toBe(host);
      expect(origin?.CustomOriginConfig).toEqual({
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
      });
      const headers = origin?.OriginCustomHeaders?.map(({ HeaderName, HeaderValue }) => [
        HeaderName,
        short(HeaderValue),
      ]);
      expect(headers).toEqual([
        ['x-origin-secret', '{{resolve:secretsmanager:OriginSecret:SecretString:::}}'],
      ]);
    });

    it('answers unknown paths with the page in the default behaviour only, not through error pages', () => {
      expect(edgeFunctionOf(distribution.DefaultCacheBehavior)).toEqual(['SiteSpaFallback']);
      expect(distribution.CustomErrorResponses).not.toEqual([]);
      for (const entry of distribution.CustomErrorResponses)
        expect(Object.keys(entry)).toEqual(['ErrorCachingMinTTL', 'ErrorCode']);
    });

    it('keeps the files in a private bucket that only CloudFront reads', () => {
      expect(theResource(dev.app, 'AWS::S3::Bucket').properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: expect.anything(),
      });
      const [origin] = distribution.Origins;
      expect(short(origin?.OriginAccessControlId)).toBe('SiteAccessControl');
      expect(JSON.stringify(theResource(dev.app, 'AWS::S3::BucketPolicy').properties)).toContain(
        'aws:SecureTransport',
      );
    });
  });

  describe('a custom domain', () => {
    it('has its name, a certificate, records and modern TLS', () => {
      expect(distributionOf(prod.app)).toMatchObject({
        Aliases: ['chat.example.com'],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
      });
      const records = resourcesOf(prod.app, 'AWS::Route53::RecordSet').map(({ properties }) => properties);
      // The CNAME records verify the mail's sender (DKIM).
      const own = records.filter(({ Type }) => Type !== 'CNAME');
      expect(own.map(({ Type }) => Type).sort()).toEqual(['A', 'AAAA']);
      for (const { Name } of own) expect(Name).toBe('chat.example.com.');
    });

    it('is not needed', () => {
      expect(distribution).not.toHaveProperty('Aliases');
      expect(resourcesOf(dev.app, 'AWS::CertificateManager::Certificate')).toEqual([]);
    });
  });

  describe('security headers (docs/safety.md 23)', () => {
    const site = headersPolicy('SecurityHeaders');
    const headers = site.SecurityHeadersConfig;

    it('allow nothing but the page’s own files, calls to Cognito and calls to the bucket of files', () => {
      expect(directivesOf(site)).toEqual({
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': [
          "'self'",
          'https://HostedUiDomain.auth.us-east-1.amazoncognito.com',
          'https://cognito-idp.us-east-1.AWS::URLSuffix/',
          'https://cognito-identity.us-east-1.AWS::URLSuffix/',
          'https://FilesBucket',
        ],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'frame-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      });
    });

    it('override the headers of an origin', () => {
      expect(headers).toMatchObject({
        ContentSecurityPolicy: { Override: true },
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: 63_072_000,
          IncludeSubdomains: true,
          Override: true,
        },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      });
    });

    it('have the region in the names of policy and access control, which are unique in an account', () => {
      const { OriginAccessControlConfig } = theResource(
        dev.app,
        'AWS::CloudFront::OriginAccessControl',
      ).properties;
      for (const config of [OriginAccessControlConfig, site])
        expect(config).toHaveProperty('Name', 'parley-dev-us-east-1');
    });

    it('go out with the site and the HTTP API', () => {
      const answering = [
        distribution.DefaultCacheBehavior,
        ...distribution.CacheBehaviors.filter(
          ({ PathPattern = '' }) =>
            !['/socket', '/files/*', '/s/*'].includes(PathPattern) && !PathPattern.includes('diagram'),
        ),
      ];
      for (const { ResponseHeadersPolicyId } of answering)
        expect(short(ResponseHeadersPolicyId)).toBe('SecurityHeaders');
    });

    it('go out with shared chats too, plus a header that keeps these out of search engines', () => {
      const shared = distribution.CacheBehaviors.find(({ PathPattern }) => PathPattern === '/s/*');
      expect(short(shared?.ResponseHeadersPolicyId)).toBe('SharedHeaders');
      const policies = resourcesOf(dev.app, 'AWS::CloudFront::ResponseHeadersPolicy').map(
        ({ id, properties }) => ({ id, text: JSON.stringify(properties) }),
      );
      const csp = (text: string) =>
        /"ContentSecurityPolicy":\{"ContentSecurityPolicy":(.*?),"Override"/.exec(text)?.[1];
      const [listed, unlisted] = ['SecurityHeaders', 'SharedHeaders'].map(
        (name) => policies.find(({ id }) => id.startsWith(name))?.text ?? '',
      );
      expect(unlisted).toContain('"x-robots-tag"');
      expect(listed).not.toContain('"x-robots-tag"');
      expect(csp(unlisted ?? '')).toBe(csp(listed ?? ''));
      expect(csp(listed ?? '')).toContain("default-src 'none'");
    });
  });

  describe('the frame for diagrams (docs/safety.md 47)', () => {
    const frame = headersPolicy('DiagramHeaders');

    it('has an opaque origin, runs its own scripts, loads nothing else, and stands only in the site', () => {
      expect(directivesOf(frame)).toEqual({
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'unsafe-inline'"],
        'frame-ancestors': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        sandbox: ['allow-scripts'],
      });
      expect(frame.SecurityHeadersConfig).toMatchObject({
        ContentSecurityPolicy: { Override: true },
        FrameOptions: { FrameOption: 'SAMEORIGIN', Override: true },
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      });
    });

    it('may load its public scripts from an opaque origin, without credentials', () => {
      expect(frame.CorsConfig).toMatchObject({
        AccessControlAllowOrigins: { Items: ['*'] },
        AccessControlAllowCredentials: false,
      });
      expect(headersPolicy('SecurityHeaders')).not.toHaveProperty('CorsConfig');
    });

    it('has these headers for its document and its scripts alone', () => {
      const own = distribution.CacheBehaviors.filter(
        ({ ResponseHeadersPolicyId: policy }) => policy !== undefined && short(policy) === 'DiagramHeaders',
      );
      expect(own.map(({ PathPattern }) => PathPattern)).toEqual(['/diagram.html', '/assets/diagram/*']);
      for (const { TargetOriginId } of own)
        expect(TargetOriginId).toBe(distribution.DefaultCacheBehavior.TargetOriginId);
    });
  });

  describe('the site’s files', () => {
    const deployment = (name: string) =>
      theResource(dev.app, 'Custom::CDKBucketDeployment', `SiteContent${name}`);

    it('are cached for ever if their name has a hash, and are revalidated otherwise', () => {
      expect(deployment('Assets').properties.SystemMetadata).toEqual({
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(deployment('Pages').properties.SystemMetadata).toEqual({ 'cache-control': 'no-cache' });
    });

    it('are uploaded assets first, then the page, and none that an open page may load is deleted', () => {
      expect(needs(dev.app, deployment('Pages').id)).toContain(deployment('Assets').id);
      for (const name of ['Assets', 'Pages']) expect(deployment(name).properties.Prune).toBe(false);
    });
  });
}
