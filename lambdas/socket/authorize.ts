/**
 * Authorizer of `$connect`. It accepts guests and holders of a valid ID token, only from the product's own pages and
 * only through CloudFront. API Gateway adds the returned context to every later event of the connection.
 */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { GUEST_PROTOCOL, SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { verifyIdToken } from '../runtime/id-token.ts';
import { log } from '../runtime/log.ts';
import { cameThroughCloudFront, viewerAddressHash } from '../runtime/origin-secret-and-viewer-address.ts';

type Context = Record<string, string>;

export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const headers = lowerCased(event.headers);
  try {
    const context = await authorize(headers);
    if (context) return answer('Allow', event.methodArn, context);
  } catch (cause) {
    log('INFO', 'connection refused', { action: 'connect', cause });
  }
  return answer('Deny', event.methodArn, {});
};

/** Returns the connection's context, or undefined to refuse the connection. */
async function authorize(headers: ReadonlyMap<string, string>): Promise<Context | undefined> {
  const origins = requireEnv(ENV.allowedOrigins).split(',');
  if (!origins.includes(headers.get('origin') ?? '')) return undefined;
  const [protocol, credential, ...rest] = (headers.get('sec-websocket-protocol') ?? '').split(/\s*,\s*/);
  if (protocol !== SOCKET_PROTOCOL || !credential || rest.length > 0) return undefined;
  // In parallel, because a cold start waits for Secrets Manager in the first call and for Cognito in the second.
  const [isThroughCloudFront, context] = await Promise.all([
    cameThroughCloudFront(headers),
    contextOf(credential, headers),
  ]);
  return isThroughCloudFront ? context : undefined;
}

/** Throws for an invalid token. */
async function contextOf(credential: string, headers: ReadonlyMap<string, string>): Promise<Context> {
  if (credential === GUEST_PROTOCOL) return { kind: 'guest', address: viewerAddressHash(headers) };
  return { kind: 'user', ...(await claimsOf(credential)) };
}

/** Returns the claims as strings, because an authorizer's context may hold no lists such as `cognito:groups`. */
async function claimsOf(token: string): Promise<Context> {
  const claims = await verifyIdToken(token);
  const { sub, email, email_verified, name, exp, iat, auth_time, origin_jti, token_use } = claims;
  const groups = claims['cognito:groups'];
  const read = { sub, email, email_verified, name, exp, iat, auth_time, origin_jti, token_use, groups };
  return Object.fromEntries(
    Object.entries(read).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
}

function answer(effect: 'Allow' | 'Deny', resource: string, context: Context): APIGatewayAuthorizerResult {
  const principalId = context.sub ?? context.kind ?? 'refused';
  const statement = { Action: 'execute-api:Invoke', Effect: effect, Resource: resource };
  return { principalId, policyDocument: { Version: '2012-10-17', Statement: [statement] }, context };
}

const lowerCased = (headers: Readonly<Record<string, string | undefined>> | null): Map<string, string> =>
  new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']));
