import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { plainId, resourcesOf, short, theResource } from '../template-queries.ts';

interface Distribution {
  readonly Origins: readonly Readonly<Record<string, unknown>>[];
  readonly CacheBehaviors: readonly Readonly<Record<string, unknown>>[];
}
const distribution = theResource(dev.app, 'AWS::CloudFront::Distribution').properties
  .DistributionConfig as Distribution;
const behavior = distribution.CacheBehaviors.find(({ PathPattern }) => PathPattern === '/files/*') ?? {};
const policy = (type: string, id: unknown) =>
  theResource(dev.app, `AWS::CloudFront::${type}`, plainId(String((id as { Ref: string }).Ref))).properties[
    `${type}Config`
  ];

export function filesSpecs(): void {
  describe('the bucket of files', () => {
    it('is in the stack of the data, encrypted, without public access and only over TLS', () => {
      expect(theResource(dev.data, 'AWS::S3::Bucket').properties).toMatchObject({
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        PublicAccessBlockConfiguration: {
          ...{ BlockPublicAcls: true, BlockPublicPolicy: true },
          ...{ IgnorePublicAcls: true, RestrictPublicBuckets: true },
        },
      });
      const { PolicyDocument } = theResource(dev.data, 'AWS::S3::BucketPolicy').properties;
      expect((PolicyDocument as { Statement: unknown }).Statement).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]);
    });

    it('stays in prod when the stack is deleted', () => {
      expect(theResource(prod.data, 'AWS::S3::Bucket').body).toMatchObject({ DeletionPolicy: 'Retain' });
      expect(theResource(dev.data, 'AWS::S3::Bucket').body).toMatchObject({ DeletionPolicy: 'Delete' });
    });

    it('expires uploads after a day, and never expires files', () => {
      expect(theResource(dev.data, 'AWS::S3::Bucket').properties.LifecycleConfiguration).toEqual({
        Rules: [
          { Prefix: 'uploads/', ExpirationInDays: 1, Status: 'Enabled' },
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        ],
      });
    });

    it.each([
      ['dev', dev, 'https://SiteDistribution'],
      ['prod', prod, 'https://chat.example.com'],
    ])('%s: accepts uploads only from pages of the site', (_, { app, data }, origin) => {
      expect(resourcesOf(data, 'AWS::S3::Bucket')[0]?.properties).not.toHaveProperty('CorsConfiguration');
      const { Create, Update } = theResource(app, 'Custom::BucketCors').properties;
      expect(Update).toEqual(Create);
      const { action, parameters } = JSON.parse(short(Create)) as Record<string, unknown>;
      expect({ action, parameters }).toEqual({
        action: 'putBucketCors',
        parameters: {
          Bucket: 'FilesBucket',
          CORSConfiguration: {
            CORSRules: [
              {
                AllowedOrigins: [origin],
                AllowedMethods: ['PUT', 'POST', 'GET', 'DELETE'],
                AllowedHeaders: ['*'],
                ExposeHeaders: ['ETag'],
                MaxAgeSeconds: 3_000,
              },
            ],
          },
        },
      });
    });
  });

  describe('addresses of files', () => {
    it('reach S3 with their query string alone, without credentials of CloudFront, and are not cached', () => {
      expect(behavior).toMatchObject({
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        ViewerProtocolPolicy: 'https-only',
      });
      expect(behavior).not.toHaveProperty('FunctionAssociations');
      expect(behavior).not.toHaveProperty('AllowedMethods');
      const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId) ?? {};
      expect(short(origin.DomainName)).toBe('FilesBucket');
      expect(origin).not.toHaveProperty('OriginAccessControlId');
      expect(origin.S3OriginConfig).toEqual({ OriginAccessIdentity: '' });
      expect(policy('OriginRequestPolicy', behavior.OriginRequestPolicyId)).toEqual({
        Name: 'parley-dev-us-east-1-files',
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        HeadersConfig: { HeaderBehavior: 'none' },
        CookiesConfig: { CookieBehavior: 'none' },
      });
    });

    it('give nothing that a browser would run on the site’s origin', () => {
      expect(policy('ResponseHeadersPolicy', behavior.ResponseHeadersPolicyId)).toMatchObject({
        Name: 'parley-dev-us-east-1-files',
        SecurityHeadersConfig: {
          ContentSecurityPolicy: { ContentSecurityPolicy: "sandbox; default-src 'none'", Override: true },
          ContentTypeOptions: { Override: true },
        },
      });
    });
  });
}
