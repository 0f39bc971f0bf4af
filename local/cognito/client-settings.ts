import { invalidParameter } from './cognito-errors.ts';
import type { UserPoolClientProperties } from './cognito-types.ts';

const UNIT_SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** Returns a token's lifetime in seconds. 0 means the default: 30 days for a refresh token, one hour for others. */
export function lifetime(
  client: UserPoolClientProperties,
  token: 'AccessToken' | 'IdToken' | 'RefreshToken',
): number {
  const value = client[`${token}Validity`];
  const refresh = token === 'RefreshToken';
  if (value === undefined || value === 0) return refresh ? 30 * 86_400 : 3600;
  return value * (UNIT_SECONDS[client.TokenValidityUnits?.[token] ?? (refresh ? 'days' : 'hours')] ?? 3600);
}

const DEFAULT_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

export const flowsOf = ({ ExplicitAuthFlows = [] }: UserPoolClientProperties): readonly string[] =>
  ExplicitAuthFlows.length > 0 ? ExplicitAuthFlows : DEFAULT_FLOWS;

export const isRotating = ({ RefreshTokenRotation: rotation }: UserPoolClientProperties): boolean =>
  rotation?.Feature === 'ENABLED';

/**
 * Throws for a rotation of refresh tokens that Cognito would refuse.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
 */
export function assertRotation(clientId: string, client: UserPoolClientProperties): void {
  if (!isRotating(client)) return;
  const { RetryGracePeriodSeconds: grace = 0 } = client.RefreshTokenRotation ?? {};
  if (flowsOf(client).includes('ALLOW_REFRESH_TOKEN_AUTH'))
    throw invalidParameter(`${clientId}: refresh token rotation does not go with ALLOW_REFRESH_TOKEN_AUTH`);
  if (grace < 0 || grace > 60)
    throw invalidParameter(`${clientId}: RetryGracePeriodSeconds must be from 0 to 60`);
}
