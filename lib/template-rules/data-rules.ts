import type { Rule, TemplateResource } from './rule.ts';
import { at, listOf } from './template-values.ts';

const isTable = ({ type }: TemplateResource) =>
  type === 'AWS::DynamoDB::Table' || type === 'AWS::DynamoDB::GlobalTable';

const replicas = ({ type, properties }: TemplateResource): readonly unknown[] =>
  type === 'AWS::DynamoDB::GlobalTable' ? listOf(properties.Replicas) : [properties];

/**
 * Rules against the loss of data in stages that protect their data (docs/safety.md 37). Only `retained-name` applies to
 * every stage.
 */
export const dataRules: readonly Rule[] = [
  {
    id: 'deletion-protection',
    description: 'One call or a deleted stack would delete data. Protect it from deletion and retain it.',
    check(resource, { protectData }) {
      const isPool = resource.type === 'AWS::Cognito::UserPool';
      if (!protectData || !(isTable(resource) || isPool)) return [];
      const on = isPool ? resource.properties.DeletionProtection === 'ACTIVE' : tableProtected(resource);
      return [
        ...(on ? [] : [isPool ? 'DeletionProtection' : 'DeletionProtectionEnabled']),
        ...(resource.deletionPolicy?.startsWith('Retain') ? [] : ['DeletionPolicy']),
      ];
    },
  },
  {
    id: 'point-in-time-recovery',
    description: 'The table has no point-in-time recovery, so it cannot be restored after a mistake.',
    check(resource, { protectData }) {
      if (!protectData || !isTable(resource)) return [];
      const on = replicas(resource).every(
        (replica) => at(replica, 'PointInTimeRecoverySpecification', 'PointInTimeRecoveryEnabled') === true,
      );
      return on ? [] : ['PointInTimeRecoverySpecification'];
    },
  },
  {
    id: 'retained-secret',
    description: 'Deleting the secret’s resource would delete what the operator put into it. Retain it.',
    check: ({ type, deletionPolicy }, { protectData }) =>
      protectData && type === 'AWS::SecretsManager::Secret' && !deletionPolicy?.startsWith('Retain')
        ? ['DeletionPolicy']
        : [],
  },
  {
    id: 'retained-name',
    description:
      'Deleting the stack keeps the resource and its name, so that the next deployment fails: already exists. Let CloudFormation name it.',
    check: ({ type, properties, deletionPolicy }) =>
      deletionPolicy?.startsWith('Retain')
        ? (UNIQUE_NAMES[type] ?? []).filter((name) => properties[name] !== undefined)
        : [],
  },
];

const UNIQUE_NAMES: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::DynamoDB::Table': ['TableName'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SecretsManager::Secret': ['Name'],
};

const tableProtected = (table: TemplateResource) =>
  replicas(table).every((replica) => at(replica, 'DeletionProtectionEnabled') === true);
