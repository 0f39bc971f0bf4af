import type { Rule } from './rule.ts';
import { at, listOf } from './template-values.ts';

/** Id of CloudFront's managed cache policy CachingDisabled. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
/** Statuses of server errors that CloudFront caches even if the answer says `no-store`. */
const CACHED_ERRORS = [500, 502, 503, 504];

export const siteRules: readonly Rule[] = [
  {
    id: 'cached-errors',
    description:
      'A failed answer of an API is sent to every caller of the path for 10 s: give the status ErrorCachingMinTTL 0.',
    check({ type, properties }) {
      const config = at(properties, 'DistributionConfig');
      const behaviors = [at(config, 'DefaultCacheBehavior'), ...listOf(at(config, 'CacheBehaviors'))];
      const hasApi = behaviors.some((behavior) => at(behavior, 'CachePolicyId') === CACHING_DISABLED);
      if (type !== 'AWS::CloudFront::Distribution' || !hasApi) return [];
      const uncached = listOf(at(config, 'CustomErrorResponses'))
        .filter((entry) => at(entry, 'ErrorCachingMinTTL') === 0)
        .map((entry) => at(entry, 'ErrorCode'));
      return CACHED_ERRORS.filter((status) => !uncached.includes(status)).map(
        (status) => `DistributionConfig.CustomErrorResponses.${status}`,
      );
    },
  },
];
