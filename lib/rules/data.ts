import { at, listOf, type Rule, type TemplateResource } from './rule.ts';

const isTable = ({ type }: TemplateResource) =>
  type === 'AWS::DynamoDB::Table' || type === 'AWS::DynamoDB::GlobalTable';

/** A global table says this for each of its replicas. */
const replicas = ({ type, properties }: TemplateResource): readonly unknown[] =>
  type === 'AWS::DynamoDB::GlobalTable' ? listOf(properties.Replicas) : [properties];

/** Rules of what must not be lost (docs/safety.md 37). They hold where the stage protects its data. */
export const dataRules: readonly Rule[] = [
  {
    id: 'deletion-protection',
    description: 'One call, or a stack that goes, deletes data: protect it from deletion and retain it.',
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
    description: 'A table cannot be restored to the moment before a mistake.',
    check(resource, { protectData }) {
      if (!protectData || !isTable(resource)) return [];
      const on = replicas(resource).every(
        (replica) => at(replica, 'PointInTimeRecoverySpecification', 'PointInTimeRecoveryEnabled') === true,
      );
      return on ? [] : ['PointInTimeRecoverySpecification'];
    },
  },
];

const tableProtected = (table: TemplateResource) =>
  replicas(table).every((replica) => at(replica, 'DeletionProtectionEnabled') === true);
