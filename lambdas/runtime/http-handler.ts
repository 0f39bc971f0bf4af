/**
 * The frame around every HTTP resource: through CloudFront only, one guard, parsed input, one error mapper.
 * API Gateway is the router: its route key is a call's method and path in the contract.
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { AppError, ERRORS, toErrorBody } from '#contract/errors';
import { type HttpCall, type HttpResponse, http } from '#contract/http';
import { type UserCaller, userOf } from './caller.ts';
import { log } from './log.ts';
import { cameThroughCloudFront } from './origin.ts';

type Part = 'params' | 'query' | 'body';
type Parsed<C extends HttpCall, P extends Part> = (typeof http)[C] extends { readonly [K in P]: infer S }
  ? S extends z.core.$ZodType
    ? z.infer<S>
    : never
  : undefined;

export interface HttpInput<C extends HttpCall> {
  readonly caller: UserCaller;
  readonly params: Parsed<C, 'params'>;
  readonly query: Parsed<C, 'query'>;
  readonly body: Parsed<C, 'body'>;
}
type Calls = { readonly [C in HttpCall]?: (input: HttpInput<C>) => Promise<HttpResponse<C>> };
type Result = APIGatewayProxyStructuredResultV2;

/** A handler for the given calls of the contract, all of which need a signed-in user. */
export function httpHandler(calls: Calls) {
  const byRoute = new Map(
    (Object.keys(calls) as HttpCall[]).map((call) => [`${http[call].method} ${http[call].path}`, call]),
  );
  return async (event: APIGatewayProxyEventV2WithJWTAuthorizer): Promise<Result> => {
    const { requestId } = event.requestContext;
    try {
      if (!(await cameThroughCloudFront(new Map(Object.entries(event.headers as Record<string, string>)))))
        throw new AppError('forbidden');
      const caller = userOf(event.requestContext.authorizer?.jwt.claims ?? {});
      const call = byRoute.get(event.routeKey);
      if (!call) throw new AppError('not_found');
      return json(200, await run(calls, call, event, caller));
    } catch (error) {
      const body = toErrorBody(error, requestId);
      const { status } = ERRORS[body.code];
      log(status >= 500 ? 'ERROR' : 'INFO', 'request refused', {
        action: event.routeKey,
        code: body.code,
        requestId,
        ...(status >= 500 && { cause: error }),
      });
      return json(status, body);
    }
  };
}

async function run<C extends HttpCall>(
  calls: Calls,
  call: C,
  event: APIGatewayProxyEventV2WithJWTAuthorizer,
  caller: UserCaller,
): Promise<unknown> {
  const handle = calls[call];
  if (!handle) throw new AppError('not_found');
  // `parse` follows the same table that `Parsed` reads; the compiler cannot follow it through a type parameter.
  return handle({
    caller,
    params: parse(call, 'params', event.pathParameters ?? {}) as Parsed<C, 'params'>,
    query: parse(call, 'query', event.queryStringParameters ?? {}) as Parsed<C, 'query'>,
    body: parse(call, 'body', () => readJson(event)) as Parsed<C, 'body'>,
  });
}

/** @throws AppError `invalid_request`, naming the first wrong field */
function parse(call: HttpCall, part: Part, value: unknown): unknown {
  const schemas: { readonly [P in Part]?: z.ZodMiniType } = http[call];
  const schema = schemas[part];
  if (!schema) return undefined;
  const parsed = schema.safeParse(typeof value === 'function' ? value() : value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new AppError('invalid_request', field ? { field } : {});
}

function readJson(event: APIGatewayProxyEventV2WithJWTAuthorizer): unknown {
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : event.body;
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new AppError('invalid_request', { field: 'body' });
  }
}

const json = (statusCode: number, body: unknown): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});
