/**
 * Wraps the handlers of the HTTP API: checks the request and its caller, parses the input, and maps results and errors
 * to responses. API Gateway's route key is a call's method and path in the contract.
 */
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { AppError, toErrorBody } from '#contract/error-codes';
import type { HttpRoute } from '#contract/http-calls';
import { ALL_ERRORS, wordedError } from '#contract/server-worded-errors';
import { adminOf, type Claims, type UserCaller, userOf, type VisitorCaller } from './caller.ts';
import { log } from './log.ts';
import { cameThroughCloudFront, viewerAddressHash } from './origin-secret-and-viewer-address.ts';
import { assertNotRevoked, type ReadRevocation } from './token-revocation.ts';

type Part = 'params' | 'query' | 'body';
type Route = HttpRoute & { readonly response: z.core.$ZodType } & { readonly [P in Part]?: z.core.$ZodType };
type Routes = Readonly<Record<string, unknown>>;
type Parsed<R, P extends Part> = R extends { readonly [K in P]: infer S extends z.core.$ZodType }
  ? z.infer<S>
  : undefined;

interface HttpInput<R, Caller> {
  readonly caller: Caller;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  readonly userAgent: string | undefined;
  /** Verified by the authorizer for a user. For a visitor, it may be any text. */
  readonly idToken: string;
}
type Calls<All extends Routes, Caller> = {
  readonly [C in keyof All]?: All[C] extends Route
    ? (input: HttpInput<All[C], Caller>) => Promise<z.infer<All[C]['response']>>
    : never;
};
type AnyCall<Caller> = ((input: HttpInput<unknown, Caller>) => Promise<unknown>) & { readonly waits?: true };
type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Result = APIGatewayProxyStructuredResultV2;
type Headers = ReadonlyMap<string, string>;

/**
 * Marks a GET that has an effect, such as a write or a call of Stripe's API. Without the mark, a GET runs while its
 * caller is checked, and a refused caller would still cause the effect.
 */
export const afterCheck = <Input, Output>(call: (input: Input) => Output): ((input: Input) => Output) =>
  Object.assign(call, { waits: true });

/**
 * Returns a handler for calls that need a signed-in user, whose token is not revoked.
 * @param routes contract file of these calls. The contract of all calls would slow the function's start.
 */
export const httpHandler = <All extends Routes>(
  routes: All,
  readRevocation: ReadRevocation,
  calls: Calls<All, UserCaller>,
) => handlerOf(routes, calls, (event) => userOf(claimsOf(event)), refuseRevoked(readRevocation));

/**
 * Returns a handler for calls that only administrators may make.
 * @param requireSecondFactor throws to refuse an administrator who signed in without a second factor
 */
export function adminHandler<All extends Routes>(
  routes: All,
  { readRevocation, requireSecondFactor }: AdminChecks,
  calls: Calls<All, UserCaller>,
) {
  const check = async (caller: UserCaller): Promise<void> => {
    const [revocation, factor] = await Promise.allSettled([
      refuseRevoked(readRevocation)(caller),
      requireSecondFactor(caller),
    ]);
    for (const checked of [revocation, factor]) if (checked.status === 'rejected') throw checked.reason;
  };
  return handlerOf(routes, calls, (event) => adminOf(claimsOf(event)), check);
}

interface AdminChecks {
  readonly readRevocation: ReadRevocation;
  readonly requireSecondFactor: (caller: UserCaller) => Promise<void>;
}

/** Returns a handler for calls that any visitor may make, without an authorizer. */
export const visitorHandler = <All extends Routes>(routes: All, calls: Calls<All, VisitorCaller>) =>
  handlerOf(
    routes,
    calls,
    (_, headers): VisitorCaller => ({ kind: 'visitor', address: viewerAddressHash(headers) }),
  );

/** Returns the token's claims. A call without an authorizer has none, although the event's type says otherwise. */
const claimsOf = ({ requestContext }: Event): Claims => requestContext.authorizer?.jwt.claims ?? {};

const refuseRevoked = (readRevocation: ReadRevocation) => async (caller: UserCaller) =>
  assertNotRevoked(await readRevocation(caller.owner), caller);

function handlerOf<All extends Routes, Caller>(
  routes: All,
  calls: Calls<All, Caller>,
  identify: (event: Event, headers: Headers) => Caller,
  check: (caller: Caller) => Promise<void> = async () => undefined,
) {
  const byKey = new Map<string, { readonly route: Route; readonly call: AnyCall<Caller> }>(
    Object.entries(calls).map(([name, call]) => {
      // Both casts are safe, because the type `Calls` allows only functions, under names of routes. TypeScript cannot
      // infer the two types, because `All` is generic.
      const served = { route: routes[name] as Route, call: call as AnyCall<Caller> };
      return [`${served.route.method} ${served.route.path}`, served] as const;
    }),
  );
  return async (event: Event): Promise<Result> => {
    const { requestId } = event.requestContext;
    try {
      const headers: Headers = new Map(Object.entries(event.headers as Record<string, string>));
      if (!(await cameThroughCloudFront(headers))) throw new AppError('forbidden');
      const caller = identify(event, headers);
      const served = byKey.get(event.routeKey);
      if (!served) throw wordedError('not_found');
      const { route, call } = served;
      const isConcurrent = route.method === 'GET' && !call.waits;
      const result = await runChecked(check(caller), isConcurrent, () => run(route, call, event, caller));
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
 * Runs a call whose caller is being checked. A concurrent call runs during the check, to lose no time. The call's
 * result is dropped if the check refuses the caller.
 * @param isConcurrent true for a call that only reads
 */
async function runChecked<T>(
  checked: Promise<void>,
  isConcurrent: boolean,
  act: () => Promise<T>,
): Promise<T> {
  if (!isConcurrent) return checked.then(act);
  const reading = act();
  // Keeps a failed read from being an unhandled rejection while the check runs.
  reading.catch(() => undefined);
  await checked;
  return reading;
}

async function run<Caller>(
  route: Route,
  call: AnyCall<Caller>,
  event: Event,
  caller: Caller,
): Promise<unknown> {
  // The parts are typed as `unknown`, because `HttpInput<unknown, Caller>` would type them as undefined.
  const input: Omit<HttpInput<unknown, Caller>, Part> & Readonly<Record<Part, unknown>> = {
    caller,
    params: parse(route, 'params', () => event.pathParameters ?? {}),
    query: parse(route, 'query', () => event.queryStringParameters ?? {}),
    body: parse(route, 'body', () => readJson(event)),
    userAgent: event.headers['user-agent'],
    idToken: event.headers.authorization?.replace(/^Bearer /i, '') ?? '',
  };
  return call(input as HttpInput<unknown, Caller>);
}

/** @throws AppError `invalid_request`, which names the first invalid field if the fault is in a field */
function parse(route: Route, part: Part, read: () => unknown): unknown {
  const schema = route[part];
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, read());
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new AppError('invalid_request', field ? { field } : {});
}

/**
 * Parses a JSON body. Without the check of the content type, a form on another site could send JSON as plain text, for
 * which browsers make no preflight request.
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

const COMPRESSED_BYTES = 2_048;
/**
 * Largest number of bytes of an uncompressed body. Lambda's limit for an answer is 6 MB, and the answer is JSON with
 * the body as a string, whose escapes can double its length.
 */
const PLAIN_MAX_BYTES = 3_000_000;

/**
 * Builds the response. It is compressed here because an HTTP API of API Gateway compresses nothing, and CloudFront
 * compresses only what it caches. A body below `COMPRESSED_BYTES` fits into one or two network packets as it is.
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

const acceptsGzip = (accepted: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .some(([encoding, weight = 'q=1']) => encoding === 'gzip' && !/^q=0(?:[.]0*)?$/.test(weight));
