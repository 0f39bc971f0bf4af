import type { Headers, ResponseHeadersPolicyConfig } from './cloudfront-types.ts';

interface Rule {
  readonly name: string;
  readonly value: string;
  readonly override: boolean;
}

/**
 * Changes `headers` (lower-case names) in place. Adds the header of CORS only if the request has the header `Origin`.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
 */
export function applyPolicy(
  policy: ResponseHeadersPolicyConfig | undefined,
  headers: Headers,
  origin: string | undefined,
): void {
  if (policy === undefined) return;
  for (const { Header } of policy.RemoveHeadersConfig?.Items ?? []) delete headers[Header.toLowerCase()];
  const cors = policy.CorsConfig;
  const allowed = cors && origin !== undefined ? [allowOrigin(cors.OriginOverride)] : [];
  for (const { name, value, override } of [...rulesOf(policy), ...allowed]) {
    if (override) headers[name] = value;
    else headers[name] ??= value;
  }
}

export function checkCors({ CorsConfig: cors }: ResponseHeadersPolicyConfig): void {
  if (!cors) return;
  const isPublic = !cors.AccessControlAllowCredentials && cors.AccessControlAllowOrigins.Items.join() === '*';
  if (!isPublic) throw new Error('not emulated: CORS for some origins, or with credentials');
}

const allowOrigin = (override: boolean): Rule => ({
  name: 'access-control-allow-origin',
  value: '*',
  override,
});

function rulesOf({
  SecurityHeadersConfig: security = {},
  CustomHeadersConfig: custom,
}: ResponseHeadersPolicyConfig): Rule[] {
  const rules: Rule[] = [];
  const add = (name: string, value: string, override: boolean) => rules.push({ name, value, override });
  const csp = security.ContentSecurityPolicy;
  if (csp) add('content-security-policy', csp.ContentSecurityPolicy, csp.Override);
  if (security.ContentTypeOptions)
    add('x-content-type-options', 'nosniff', security.ContentTypeOptions.Override);
  const frame = security.FrameOptions;
  if (frame) add('x-frame-options', frame.FrameOption, frame.Override);
  const referrer = security.ReferrerPolicy;
  if (referrer) add('referrer-policy', referrer.ReferrerPolicy, referrer.Override);
  const sts = security.StrictTransportSecurity;
  if (sts) {
    const parts = [`max-age=${sts.AccessControlMaxAgeSec}`];
    if (sts.IncludeSubdomains) parts.push('includeSubDomains');
    if (sts.Preload) parts.push('preload');
    add('strict-transport-security', parts.join('; '), sts.Override);
  }
  const xss = security.XSSProtection;
  if (xss) {
    const mode = xss.ModeBlock ? '; mode=block' : '';
    add('x-xss-protection', (xss.Protection ? '1' : '0') + mode, xss.Override);
  }
  for (const item of custom?.Items ?? []) add(item.Header.toLowerCase(), item.Value, item.Override);
  return rules;
}
