import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { resourcesOf, theResource } from '../template-queries.ts';

const TABLES = ['Audit', 'Chats', 'Connections', 'Invites', 'Search', 'Subscriptions', 'Usage', 'Waitlist'];
const clouds = { dev, prod };
/** True for Stripe's secret, whose values the operator fills in. */
const isFilledIn = ({ id }: { readonly id: string }): boolean => id.startsWith('BillingStripeSecret');

export function tableSpecs(): void {
  describe('data (docs/safety.md 37)', () => {
    it.each(TABLES)('%s has the product’s key, expires its items and is billed by use', (name) => {
      expect(theResource(dev.data, 'AWS::DynamoDB::GlobalTable', name).properties).toMatchObject({
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        BillingMode: 'PAY_PER_REQUEST',
      });
    });

    it('has no other tables', () => {
      expect(resourcesOf(dev.data, 'AWS::DynamoDB::GlobalTable')).toHaveLength(TABLES.length);
      expect(resourcesOf(dev.app, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
    });

    it('has a secret that the operator fills in where payments go through Stripe', () => {
      expect(resourcesOf(prod.app, 'AWS::SecretsManager::Secret').filter(isFilledIn)).toHaveLength(1);
    });

    it.each(Object.entries(clouds))(
      '%s: protects data from deletion, in prod alone',
      (stage, { data, app }) => {
        const kept = stage === 'prod';
        const policy = kept ? 'Retain' : 'Delete';
        for (const { properties, body } of resourcesOf(data, 'AWS::DynamoDB::GlobalTable')) {
          const [replica] = properties.Replicas as Record<string, unknown>[];
          expect(replica?.DeletionProtectionEnabled).toBe(kept);
          expect(replica?.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: kept });
          expect(body.DeletionPolicy).toBe(policy);
        }
        const pool = theResource(data, 'AWS::Cognito::UserPool');
        expect(pool.properties.DeletionProtection).toBe(kept ? 'ACTIVE' : 'INACTIVE');
        expect(pool.body.DeletionPolicy).toBe(policy);
        for (const secret of resourcesOf(app, 'AWS::SecretsManager::Secret').filter(isFilledIn))
          expect(secret.body.DeletionPolicy).toBe(policy);
        const bucket = theResource(app, 'AWS::S3::Bucket', 'Site');
        expect(bucket.body.DeletionPolicy).toBe(policy);
        expect(bucket.properties.VersioningConfiguration).toEqual(kept ? { Status: 'Enabled' } : undefined);
      },
    );
  });
}
