import type { IncomingMessage } from 'node:http';
import type { Invoke } from '../emulator-types.ts';
import { isRecord } from '../is-record.ts';
import { requestUrl } from '../request-url.ts';
import type { AuthorizerProperties } from './gateway-types.ts';
import { invokeWithin, SOCKET_INTEGRATION_MS } from './invoke-within.ts';
import { functionArnOf } from './lambda-uri.ts';
import { requestPart } from './socket-event.ts';

export class HandshakeRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Invokes the REQUEST authorizer of `$connect`. Returns the field `authorizer` of the connection's later events.
 * @throws HandshakeRefused 401 when the request lacks an identity source, or the function throws 'Unauthorized'; 403
 * when the policy does not allow the connection; 500 when the function fails, is late, or returns a malformed result
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-lambda-auth.html
 */
export async function askAuthorizer(
  { AuthorizerUri, IdentitySource = [] }: AuthorizerProperties,
  invoke: Invoke,
  request: IncomingMessage,
  methodArn: string,
  requestContext: object,
): Promise<Readonly<Record<string, unknown>>> {
  if (!IdentitySource.every((source) => hasIdentity(source, request)))
    throw new HandshakeRefused(401, 'Unauthorized');
  const event = { type: 'REQUEST', methodArn, ...requestPart(request), requestContext };
  const started = performance.now();
  const result = await invokeWithin(invoke, functionArnOf(AuthorizerUri), event, SOCKET_INTEGRATION_MS);
  if (result === 'late') throw new HandshakeRefused(500, 'Internal Server Error');
  const { payload, functionError } = result;
  if (functionError !== undefined) {
    const unauthorized = isRecord(payload) && payload.errorMessage === 'Unauthorized';
    throw unauthorized
      ? new HandshakeRefused(401, 'Unauthorized')
      : new HandshakeRefused(500, 'Internal Server Error');
  }
  if (!isRecord(payload) || typeof payload.principalId !== 'string')
    throw new HandshakeRefused(500, 'Internal Server Error');
  if (!policyAllows(payload.policyDocument, methodArn)) throw new HandshakeRefused(403, 'Forbidden');
  const integrationLatency = Math.round(performance.now() - started);
  return { principalId: payload.principalId, integrationLatency, ...stringContext(payload.context) };
}

function hasIdentity(source: string, request: IncomingMessage): boolean {
  const [, kind, name = ''] = /^route\.request\.(querystring|header)\.(.+)$/.exec(source) ?? [];
  if (kind === undefined) throw new Error(`not emulated: identity source '${source}'`);
  if (kind === 'header') return Boolean(request.headers[name.toLowerCase()]);
  return Boolean(requestUrl(request).searchParams.get(name));
}

/** Converts context values to strings. @throws HandshakeRefused 500 for a value that is no string, number or boolean */
function stringContext(context: unknown): Record<string, string> {
  if (context === undefined || context === null) return {};
  const values = isRecord(context) ? Object.entries(context) : undefined;
  if (values?.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)))
    return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
  throw new HandshakeRefused(500, 'Internal Server Error');
}

function policyAllows(policy: unknown, methodArn: string): boolean {
  const statements = isRecord(policy) ? [policy.Statement].flat() : [];
  const effects = statements
    .filter(isRecord)
    .filter((s) => matches(s.Action, 'execute-api:Invoke') && matches(s.Resource, methodArn))
    .map((statement) => statement.Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

function matches(patterns: unknown, value: string): boolean {
  return [patterns].flat().some((pattern) => {
    if (typeof pattern !== 'string') return false;
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return new RegExp(`^${source}$`, 'i').test(value);
  });
}
