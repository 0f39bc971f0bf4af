/** Cache behaviours: which requests they take, and what they do with them. */

import { checkOriginRequestPolicy } from './api-origin.ts';
import { compileEdgeFunction, type EdgeFunction } from './edge-function.ts';
import type {
  CacheBehavior,
  Origin,
  OriginTarget,
  ResponseHeadersPolicyConfig,
  SiteOptions,
} from './types.ts';

/** A behaviour with all it refers to. */
export interface Behavior {
  readonly pattern: RegExp;
  readonly origin: Origin;
  readonly target: OriginTarget;
  readonly methods: readonly string[];
  readonly compress: boolean;
  readonly edge: EdgeFunction | undefined;
  readonly policy: ResponseHeadersPolicyConfig | undefined;
}

/** Looks up all a behaviour refers to. Throws for what is not emulated. */
export function resolveBehavior(options: SiteOptions, behavior: CacheBehavior): Behavior {
  const { distribution, functions = {}, responseHeadersPolicies = {} } = options;
  const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
  if (origin === undefined) throw new Error(`the distribution has no origin ${behavior.TargetOriginId}`);
  const target = options.originTarget(origin.DomainName);
  if ('port' in target) checkOriginRequestPolicy(behavior.OriginRequestPolicyId, origin.DomainName);
  const policyId = behavior.ResponseHeadersPolicyId;
  const policy = policyId === undefined ? undefined : responseHeadersPolicies[policyId];
  if (policyId !== undefined && policy === undefined)
    throw new Error(`not emulated: response headers policy ${policyId}`);
  const [association, ...more] = behavior.FunctionAssociations ?? [];
  if (more.length > 0 || (association !== undefined && association.EventType !== 'viewer-request'))
    throw new Error('not emulated: an edge function but one for viewer-request');
  const code = association && functions[association.FunctionARN];
  if (association !== undefined && code === undefined)
    throw new Error(`no edge function ${association.FunctionARN}`);
  return {
    pattern: pathPattern(behavior.PathPattern ?? '*'),
    origin,
    target,
    methods: behavior.AllowedMethods ?? ['HEAD', 'GET'],
    compress: behavior.Compress === true,
    edge: code && compileEdgeFunction(code, options.domainName),
    policy,
  };
}

/** `*` is any run of characters, `?` any one; a leading slash may be left out. */
function pathPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^/?${source.replace(/^\//, '')}$`);
}
