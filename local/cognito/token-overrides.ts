import { isRecord } from '../is-record.ts';
import type { Claims } from './sign-and-verify-tokens.ts';

const RESERVED = new Set(
  'acr amr at_hash auth_time azp cognito:username client_id device_key event_id exp iat iss jti nbf nonce origin_jti sub token_use username version'.split(
    ' ',
  ),
);

/**
 * Applies the response of a PreTokenGeneration trigger to the claims of the ID token and the access token.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export function applyTokenOverrides(response: Record<string, unknown>, id: Claims, access: Claims): void {
  const { claimsOverrideDetails: v1, claimsAndScopeOverrideDetails: v2 } = response;
  if (isRecord(v1)) {
    changeClaims(id, v1);
    overrideGroups(v1, id, access);
  }
  if (!isRecord(v2)) return;
  if (isRecord(v2.idTokenGeneration)) changeClaims(id, v2.idTokenGeneration);
  if (isRecord(v2.accessTokenGeneration)) {
    changeClaims(access, v2.accessTokenGeneration);
    changeScopes(access, v2.accessTokenGeneration);
  }
  overrideGroups(v2, id, access);
}

function changeClaims(
  claims: Claims,
  { claimsToAddOrOverride, claimsToSuppress }: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(isRecord(claimsToAddOrOverride) ? claimsToAddOrOverride : {}))
    if (!RESERVED.has(name) && name !== 'aud') claims[name] = value;
  for (const name of strings(claimsToSuppress))
    if (!RESERVED.has(name) && name !== 'aud') delete claims[name];
}

function changeScopes(access: Claims, { scopesToAdd, scopesToSuppress }: Record<string, unknown>): void {
  const suppressed = strings(scopesToSuppress);
  const scopes = new Set([...String(access.scope).split(' '), ...strings(scopesToAdd)]);
  access.scope = [...scopes].filter((scope) => !suppressed.includes(scope)).join(' ');
}

function overrideGroups({ groupOverrideDetails }: Record<string, unknown>, ...tokens: Claims[]): void {
  if (!isRecord(groupOverrideDetails) || !Array.isArray(groupOverrideDetails.groupsToOverride)) return;
  for (const claims of tokens) claims['cognito:groups'] = strings(groupOverrideDetails.groupsToOverride);
}

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
