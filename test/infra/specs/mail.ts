import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { resourcesOf, theResource } from '../template-queries.ts';

interface Rule {
  readonly Name: string;
  readonly Statement: {
    readonly RateBasedStatement?: { readonly Limit: number; readonly ScopeDownStatement?: unknown };
  };
}

export function mailSpecs(): void {
  describe('mail', () => {
    it('is off unless a sender is configured', () => {
      expect(resourcesOf(dev.app, 'AWS::SES::EmailIdentity')).toEqual([]);
      expect(theResource(dev.data, 'AWS::Cognito::UserPool').properties.EmailConfiguration).toMatchObject({
        EmailSendingAccount: 'COGNITO_DEFAULT',
      });
    });

    it('verifies the sender’s whole domain where it has a hosted zone, with DKIM', () => {
      const { properties } = theResource(prod.app, 'AWS::SES::EmailIdentity');
      expect(properties.EmailIdentity).toBe('example.com');
      const names = resourcesOf(prod.app, 'AWS::Route53::RecordSet').map(({ properties: { Type } }) => Type);
      expect(names.filter((type) => type === 'CNAME')).toHaveLength(3);
    });

    it('goes out only over TLS, and not again to an address that bounced or complained', () => {
      expect(theResource(prod.app, 'AWS::SES::ConfigurationSet').properties).toMatchObject({
        DeliveryOptions: { TlsPolicy: 'REQUIRE' },
        SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      });
    });

    it('carries Cognito’s codes too if the configuration says so', () => {
      expect(theResource(prod.data, 'AWS::Cognito::UserPool').properties.EmailConfiguration).toMatchObject({
        EmailSendingAccount: 'DEVELOPER',
        From: 'Chat <hello@example.com>',
      });
    });

    it('carries Cognito’s codes from the identity that SES verifies: Cognito refuses any other', () => {
      const { SourceArn } = theResource(prod.data, 'AWS::Cognito::UserPool').properties
        .EmailConfiguration as { SourceArn: unknown };
      const { EmailIdentity } = theResource(prod.app, 'AWS::SES::EmailIdentity').properties;
      expect(JSON.stringify(SourceArn)).toContain(`identity/${String(EmailIdentity)}"`);
    });
  });

  describe('the firewall', () => {
    it('is in the template only where it is configured', () => {
      expect(resourcesOf(dev.app, 'AWS::WAFv2::WebACL')).toEqual([]);
      const distribution = theResource(prod.app, 'AWS::CloudFront::Distribution').properties;
      expect(JSON.stringify(distribution)).toContain('WebACLId');
    });

    it('has separate, lower limits for sign-up, password resets and socket handshakes', () => {
      const rules = theResource(prod.app, 'AWS::WAFv2::WebACL').properties.Rules as Rule[];
      const pathsOf = (statement: unknown) => JSON.stringify(statement ?? '').match(/(?<=")\/[\w/]+(?=")/g);
      const limits = rules.flatMap(({ Name, Statement: { RateBasedStatement: rate } }) =>
        rate ? [[Name, rate.Limit, pathsOf(rate.ScopeDownStatement)]] : [],
      );
      expect(limits).toEqual([
        ['GettingIn', 50, ['/signup', '/api/waitlist', '/api/password/reset']],
        ['Sockets', 600, ['/socket']],
        ['Everything', 3_000, null],
      ]);
    });
  });
}
