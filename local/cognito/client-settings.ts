/** Reads the settings of an app client: lifetimes of its tokens, sign-in flows, rotation of refresh tokens. */
import { invalidParameter } from './errors.ts';
import type { UserPoolClientProperties } from './types.ts';

const UNIT_SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/**
 * Returns the lifetime of a client's token in seconds. If the client sets no lifetime, or 0, a refresh token lives for
 * 30 days and another token for one hour. The default unit is days for a refresh token, hours for another token.
 */
export function lifetime(
  client: UserPoolClientProperties,
  token: 'AccessToken' | 'IdToken' | 'RefreshToken',
): number {
  const value = client[`${token}Validity`];
  const refresh = token === 'RefreshToken';
  if (value === undefined || value === 0) return refresh ? 30 * 86_400 : 3600;
  return value * (UNIT_SECONDS[client.TokenValidityUnits?.[token] ?? (refresh ? 'days' : 'hours')] ?? 3600);
}

/** Flows of a client that does not set `ExplicitAuthFlows`. */
const DEFAULT_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

/** Returns a client's flows. A client that sets an empty list has the default flows. */
export const flowsOf = ({ ExplicitAuthFlows = [] }: UserPoolClientProperties): readonly string[] =>
  ExplicitAuthFlows.length > 0 ? ExplicitAuthFlows : DEFAULT_FLOWS;

export const isRotating = ({ RefreshTokenRotation: rotation }: UserPoolClientProperties): boolean =>
  rotation?.Feature === 'ENABLED';

/**
 * Throws for a client whose rotation of refresh tokens Cognito would refuse. Rotation needs the flow
 * ALLOW_REFRESH_TOKEN_AUTH switched off, and a grace period of 0 to 60 seconds.
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
