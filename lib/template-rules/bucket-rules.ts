import type { Rule } from './rule.ts';
import { at, listOf, textOf } from './template-values.ts';

const BLOCKS = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];

export const bucketRules: readonly Rule[] = [
  {
    id: 'public-bucket',
    description: 'A policy or an ACL could open the bucket to everybody. Block all public access.',
    check: ({ type, properties }) =>
      type === 'AWS::S3::Bucket'
        ? BLOCKS.filter((name) => at(properties, 'PublicAccessBlockConfiguration', name) !== true)
        : [],
  },
  {
    id: 'retained-bucket',
    description: 'Deleting the stack would delete the bucket’s files, or fail because of them. Retain it.',
    check: ({ type, deletionPolicy }, { protectData }) =>
      protectData && type === 'AWS::S3::Bucket' && !deletionPolicy?.startsWith('Retain')
        ? ['DeletionPolicy']
        : [],
  },
  {
    id: 'cors-origin',
    description: 'Pages of foreign origins may call the bucket. Name the origin of the site.',
    check({ type, properties }) {
      if (type === 'AWS::S3::Bucket')
        return listOf(at(properties, 'CorsConfiguration', 'CorsRules'))
          .flatMap((rule) => listOf(at(rule, 'AllowedOrigins')))
          .filter((origin) => textOf(origin).includes('*'))
          .map(() => 'CorsConfiguration.CorsRules');
      if (type !== 'Custom::BucketCors') return [];
      return ['Create', 'Update'].filter((name) => namesAnyOrigin(textOf(properties[name])));
    },
  },
];

/** True when a call of `putBucketCors`, written as JSON, allows an origin with a wildcard. */
const namesAnyOrigin = (call: string): boolean =>
  [...call.matchAll(/"AllowedOrigins":\[([^\]]*)\]/g)].some(([, origins]) => origins?.includes('*'));
