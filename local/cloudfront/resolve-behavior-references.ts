/**
 * Prepares a cache behaviour of a CloudFront distribution: converts its path pattern to a regular expression, and looks
 * up the origin, the edge function and the policies that the behaviour names by id.
 */

import { compileEdgeFunction, type EdgeFunction } from './compile-edge-function.ts';
import { checkCors } from './response-headers-policy.ts';
import type {
  CacheBehavior,
  Origin,
  OriginTarget,
  ResponseHeadersPolicyConfig,
  SiteOptions,
} from './types.ts';

/** Id of the managed origin request policy AllViewerExceptHostHeader. */
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/**
 * Parts of a viewer's request that reach an API or S3, besides method and body. `allButHost` is the path, the query
 * string, and all headers except `Host` and hop-by-hop headers. `query` is the path and the query string, and `path`
 * the path alone. With `query` and `path`, only the viewer's headers for conditions and ranges reach the origin
 * (`TO_S3` in `forward-to-origin.ts`): CloudFront sends these to S3 even if no policy names them.
 */
export type Forwards = 'allButHost' | 'query' | 'path';

/** Cache behaviour with everything that it refers to. */
export interface Behavior {
  readonly pattern: RegExp;
  readonly origin: Origin;
  readonly target: OriginTarget;
  readonly forwards: Forwards;
  readonly methods: readonly string[];
  readonly compress: boolean;
  readonly edge: EdgeFunction | undefined;
  readonly policy: ResponseHeadersPolicyConfig | undefined;
}

/**
 * Resolves a behaviour's references to its origin, its edge function and its policies. Throws if the origin or the edge
 * function is unknown, if a policy is not emulated, or if an edge function handles another event than viewer-request.
 */
export function resolveBehavior(options: SiteOptions, behavior: CacheBehavior): Behavior {
  const { distribution, functions = {}, responseHeadersPolicies = {} } = options;
  const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
  if (origin === undefined) throw new Error(`the distribution has no origin ${behavior.TargetOriginId}`);
  const target = options.originTarget(origin.DomainName);
  const forwards = 'port' in target ? forwardedBy(options, behavior, target, origin.DomainName) : 'path';
  const policyId = behavior.ResponseHeadersPolicyId;
  const policy = policyId === undefined ? undefined : responseHeadersPolicies[policyId];
  if (policyId !== undefined && policy === undefined)
    throw new Error(`not emulated: response headers policy ${policyId}`);
  if (policy) checkCors(policy);
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
    forwards,
    methods: behavior.AllowedMethods ?? ['HEAD', 'GET'],
    compress: behavior.Compress === true,
    edge: code && compileEdgeFunction(code, options.domainName),
    policy,
  };
}

/**
 * Returns what the behaviour's origin request policy forwards. Throws for a policy that is not emulated, and for an API
 * without a policy.
 */
function forwardedBy(
  { originRequestPolicies = {} }: SiteOptions,
  { OriginRequestPolicyId: policyId }: CacheBehavior,
  target: OriginTarget,
  origin: string,
): Forwards {
  if (policyId === ALL_VIEWER_EXCEPT_HOST) return 'allButHost';
  if (policyId === undefined && 'host' in target) return 'path';
  const policy = originRequestPolicies[policyId ?? ''];
  if (
    policy?.QueryStringsConfig.QueryStringBehavior === 'all' &&
    policy.HeadersConfig.HeaderBehavior === 'none' &&
    policy.CookiesConfig.CookieBehavior === 'none'
  )
    return 'query';
  throw new Error(`not emulated: origin request policy ${policyId ?? '(none)'} of the origin ${origin}`);
}

/**
 * Converts a path pattern to a regular expression. `*` matches zero or more characters, and `?` exactly one. The
 * leading slash is optional.
 */
function pathPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^/?${source.replace(/^\//, '')}$`);
}
