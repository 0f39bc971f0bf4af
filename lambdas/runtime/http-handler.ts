/**
 * Wraps every HTTP handler: accepts only requests through CloudFront, identifies the caller, refuses revoked tokens,
 * parses the input, and maps errors to responses. API Gateway does the routing: its route key is a call's method and
 * path in the contract.
 */
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { AppError, toErrorBody } from '#contract/errors';
import { type HttpCall, type HttpResponse, http } from '#contract/http';
import { ALL_ERRORS } from '#contract/worded-errors';
import { adminOf, type Claims, type UserCaller, userOf, type VisitorCaller } from './caller.ts';
import { cameThroughCloudFront, viewerAddress } from './cloudfront-headers.ts';
import { log } from './log.ts';
import { assertNotRevoked, type ReadRevocation } from './token-revocation.ts';

type Part = 'params' | 'query' | 'body';
type Parsed<C extends HttpCall, P extends Part> = (typeof http)[C] extends { readonly [K in P]: infer S }
  ? S extends z.core.$ZodType
    ? z.infer<S>
    : never
  : undefined;

export interface HttpInput<C extends HttpCall, Caller = UserCaller> {
  readonly caller: Caller;
  readonly params: Parsed<C, 'params'>;
  readonly query: Parsed<C, 'query'>;
  readonly body: Parsed<C, 'body'>;
  readonly userAgent: string | undefined;
  /** The caller's own token, which the authorizer has verified. Empty for a visitor. */
  readonly idToken: string;
}
type Calls<Caller> = {
  readonly [C in HttpCall]?: (input: HttpInput<C, Caller>) => Promise<HttpResponse<C>>;
};
type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Result = APIGatewayProxyStructuredResultV2;
type Headers = ReadonlyMap<string, string>;

/** Returns a handler for calls that need a signed-in user, whose token is not revoked. */
export const httpHandler = (readRevocation: ReadRevocation, calls: Calls<UserCaller>) =>
  handlerOf(calls, (event) => userOf(claimsOf(event)), refuseRevoked(readRevocation));

/**
 * Returns a handler for calls that only administrators may make.
 * @param requireSecondFactor throws to refuse an administrator who signed in without a second factor
 */
export function adminHandler({ readRevocation, requireSecondFactor }: AdminChecks, calls: Calls<UserCaller>) {
  const check = async (caller: UserCaller): Promise<void> => {
    const [revocation, factor] = await Promise.allSettled([
      refuseRevoked(readRevocation)(caller),
      requireSecondFactor(caller),
    ]);
    for (const checked of [revocation, factor]) if (checked.status === 'rejected') throw checked.reason;
  };
  return handlerOf(calls, (event) => adminOf(claimsOf(event)), check);
}

interface AdminChecks {
  readonly readRevocation: ReadRevocation;
  readonly requireSecondFactor: (caller: UserCaller) => Promise<void>;
}

/** Returns a handler for calls without an authorizer, which any visitor may make. */
export const visitorHandler = (calls: Calls<VisitorCaller>) =>
  handlerOf(calls, (_, headers): VisitorCaller => ({ kind: 'visitor', address: viewerAddress(headers) }));

/** Returns the token's claims. A call without an authorizer has none, although the event's type says otherwise. */
const claimsOf = ({ requestContext }: Event): Claims => requestContext.authorizer?.jwt.claims ?? {};

const refuseRevoked = (readRevocation: ReadRevocation) => async (caller: UserCaller) =>
  assertNotRevoked(await readRevocation(caller.owner), caller);

/** @param check throws to refuse a caller, such as one whose token is revoked; by default no caller is refused */
function handlerOf<Caller>(
  calls: Calls<Caller>,
  identify: (event: Event, headers: Headers) => Caller,
  check: (caller: Caller) => Promise<void> = async () => undefined,
) {
  const byRoute = new Map(
    (Object.keys(calls) as HttpCall[]).map((call) => [`${http[call].method} ${http[call].path}`, call]),
  );
  return async (event: Event): Promise<Result> => {
    const { requestId } = event.requestContext;
    try {
      const headers: Headers = new Map(Object.entries(event.headers as Record<string, string>));
      if (!(await cameThroughCloudFront(headers))) throw new AppError('forbidden');
      const caller = identify(event, headers);
      const call = byRoute.get(event.routeKey);
      if (!call) throw new AppError('not_found');
      const result = await runChecked(check(caller), http[call].method, () =>
        run(calls, call, event, caller),
      );
      return json(event, 200, result);
    } catch (error) {
      const body = toErrorBody(error, requestId);
      const { status } = ALL_ERRORS[body.code];
      log(status >= 500 ? 'ERROR' : 'INFO', 'request refused', {
        action: event.routeKey,
        code: body.code,
        requestId,
        ...(status >= 500 && { cause: error }),
      });
      return json(event, status, { ...body, error: body.message });
    }
  };
}

/**
 * Runs a call whose caller is being checked. A GET runs at the same time as the check, which therefore does not delay
 * it. Its result is dropped if the check refuses the caller. Any other call waits for the check.
 */
async function runChecked<T>(checked: Promise<void>, method: string, act: () => Promise<T>): Promise<T> {
  if (method !== 'GET') return checked.then(act);
  const reading = act();
  // Keeps a failed read from being an unhandled rejection while the check runs.
  reading.catch(() => undefined);
  await checked;
  return reading;
}

async function run<C extends HttpCall, Caller>(
  calls: Calls<Caller>,
  call: C,
  event: Event,
  caller: Caller,
): Promise<unknown> {
  const handle = calls[call];
  if (!handle) throw new AppError('not_found');
  // `parse` uses the same schemas as the type `Parsed`, but TypeScript cannot infer that through a type parameter.
  return handle({
    caller,
    params: parse(call, 'params', event.pathParameters ?? {}) as Parsed<C, 'params'>,
    query: parse(call, 'query', event.queryStringParameters ?? {}) as Parsed<C, 'query'>,
    body: parse(call, 'body', () => readJson(event)) as Parsed<C, 'body'>,
    userAgent: event.headers['user-agent'],
    idToken: event.headers.authorization?.replace(/^Bearer /i, '') ?? '',
  });
}

/**
 * Parses one part of a request; undefined when the call has no such part.
 * @throws AppError `invalid_request`, naming the first invalid field
 */
function parse(call: HttpCall, part: Part, value: unknown): unknown {
  const schemas: { readonly [P in Part]?: z.ZodMiniType } = http[call];
  const schema = schemas[part];
  if (!schema) return undefined;
  const parsed = schema.safeParse(typeof value === 'function' ? value() : value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new AppError('invalid_request', field ? { field } : {});
}

/**
 * Parses the body, whose content type must be JSON. Without that check, a form on another site could send JSON as plain
 * text, for which browsers make no preflight request.
 */
function readJson(event: Event): unknown {
  if (!/^application\/json\b/i.test(event.headers['content-type'] ?? ''))
    throw new AppError('invalid_request', { field: 'content-type' });
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : event.body;
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new AppError('invalid_request', { field: 'body' });
  }
}

/** Bytes from which a body is compressed. A smaller one fits into a packet or two as it is. */
const COMPRESSED_BYTES = 2_048;
/**
 * Largest number of bytes of a body that is sent as it is. Lambda's limit for an answer is 6 MB, and the answer is JSON
 * with the body as a string, whose escapes can double its length.
 */
const PLAIN_MAX_BYTES = 3_000_000;

/**
 * Builds the response. A long body is compressed here where the client accepts it, because neither API Gateway's HTTP
 * APIs nor CloudFront without a cache do so. One that Lambda might refuse is compressed for any client.
 */
function json(
  { headers: { 'accept-encoding': accepted = '' } }: Event,
  statusCode: number,
  body: unknown,
): Result {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    'x-robots-tag': 'noindex',
  };
  const bytes = Buffer.byteLength(text);
  if (bytes < COMPRESSED_BYTES || (bytes <= PLAIN_MAX_BYTES && !acceptsGzip(accepted)))
    return { statusCode, headers, body: text };
  return {
    statusCode,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(text).toString('base64'),
    isBase64Encoded: true,
  };
}

/** True when `gzip` is among the encodings, unless it is refused by a weight of 0. */
const acceptsGzip = (accepted: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .some(([encoding, weight = 'q=1']) => encoding === 'gzip' && !/^q=0(?:[.]0*)?$/.test(weight));
