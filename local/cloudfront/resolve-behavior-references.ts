import type {
  CacheBehavior,
  Origin,
  OriginTarget,
  ResponseHeadersPolicyConfig,
  SiteOptions,
} from './cloudfront-types.ts';
import { compileEdgeFunction, type EdgeFunction } from './compile-edge-function.ts';
import { checkCors } from './response-headers-policy.ts';

/** Id of the managed origin request policy AllViewerExceptHostHeader. */
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/**
 * Parts of a viewer's request that reach the origin, besides method and body. `allButHost`: the path, the query and all
 * headers but `Host`. `query`: the path, the query and the headers `TO_S3` of `forward-to-origin.ts`. `path`: the path
 * and these headers.
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

/** Looks up a behaviour's origin, edge function and policies. Throws for a setting that is unknown or not emulated. */
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

function pathPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^/?${source.replace(/^\//, '')}$`);
}
