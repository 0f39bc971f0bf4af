import { randomUUID } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import { isRecord } from '../is-record.ts';
import type { EdgeFunctionProperties, ViewerRequest } from './cloudfront-types.ts';

const RUN_MAX_MS = 2_000;

/**
 * Headers that a function does not see and may not set.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html
 */
const HIDDEN =
  /^(connection|expect|keep-alive|proxy-.*|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-amzn-.*|x-cache.*|x-edge-.*|x-forwarded-proto|x-real-ip)$/;
/** Headers of a viewer request that a function sees but may not add, change or delete. */
const FIXED = new Set(['content-length', 'host', 'transfer-encoding', 'via']);

export type EdgeResult =
  | { readonly request: ViewerRequest }
  | {
      readonly response: {
        readonly status: number;
        readonly headers: Record<string, string>;
        readonly body: string;
      };
    };

export type EdgeFunction = (request: ViewerRequest, viewerIp: string) => Promise<EdgeResult>;

/**
 * Compiles a CloudFront Function. The code has no globals of Node and no `eval`. CloudFront's own runtime,
 * cloudfront-js-2.0, has `Buffer` and `require`, but lacks parts of the language that V8 has.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
export function compileEdgeFunction(
  { Name, FunctionCode }: EdgeFunctionProperties,
  domainName: string,
): EdgeFunction {
  // One context serves all requests, because creating a context takes longer than running the function.
  const globals = { eventText: '', console: { log: () => {}, error: () => {} } };
  const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  new Script(FunctionCode, { filename: Name }).runInContext(context, { timeout: RUN_MAX_MS });
  const run = new Script('Promise.resolve(handler(JSON.parse(eventText))).then(JSON.stringify)');
  return async (request, viewerIp) => {
    const event = {
      version: '1.0',
      context: { distributionDomainName: domainName, eventType: 'viewer-request', requestId: randomUUID() },
      viewer: { ip: viewerIp },
      request: toEvent(request),
    };
    globals.eventText = JSON.stringify(event);
    const text: unknown = await run.runInContext(context, { timeout: RUN_MAX_MS });
    const result: unknown = JSON.parse(String(text));
    if (!isRecord(result)) throw new Error(`edge function ${Name} returned neither a request nor a response`);
    return 'statusCode' in result
      ? { response: toResponse(result) }
      : { request: toRequest(Name, request, result) };
  };
}

function toEvent({ method, uri, querystring, headers }: ViewerRequest): object {
  const cookies = (headers.cookie ?? '').split('; ').flatMap((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return name === '' ? [] : [[name, value.join('=')] as const];
  });
  const shown = Object.entries(headers).filter(([name]) => !HIDDEN.test(name) && name !== 'cookie');
  return {
    method,
    uri,
    querystring: toValues(new URLSearchParams(querystring)),
    headers: Object.fromEntries(shown.map(([name, value]) => [name, { value }])),
    cookies: toValues(cookies),
  };
}

function toValues(pairs: Iterable<readonly [string, string]>): object {
  // `values` has no prototype. Object's prototype has a property `constructor`, so the first parameter with this name
  // would be treated as a repeated one.
  const values: Record<string, { value: string; multiValue?: { value: string }[] }> = Object.create(null);
  for (const [name, value] of pairs) {
    const before = values[name];
    if (before === undefined) values[name] = { value };
    else
      values[name] = {
        value: before.value,
        multiValue: [...(before.multiValue ?? [{ value: before.value }]), { value }],
      };
  }
  return values;
}

function toRequest(name: string, before: ViewerRequest, result: Record<string, unknown>): ViewerRequest {
  const headers = valuesOf(result.headers);
  const hiddenOne = Object.keys(headers).find((header) => HIDDEN.test(header));
  const changedOne = [...FIXED].find((header) => before.headers[header] !== headers[header]);
  const refused = hiddenOne ?? changedOne;
  if (refused !== undefined)
    throw new Error(`edge function ${name} may not set or delete the header ${refused}`);
  const hidden = Object.entries(before.headers).filter(([header]) => HIDDEN.test(header));
  const cookies = pairsOf(result.cookies).map(([cookie, value]) => `${cookie}=${value}`);
  const cookie = cookies.length > 0 ? { cookie: cookies.join('; ') } : {};
  const uri = String(result.uri);
  if (!uri.startsWith('/')) throw new Error(`edge function ${name} made the address ${uri}`);
  return {
    method: before.method,
    uri,
    querystring: queryOf(result.querystring),
    headers: { ...headers, ...Object.fromEntries(hidden), ...cookie },
  };
}

function toResponse(result: Record<string, unknown>) {
  const body = isRecord(result.body) ? result.body.data : result.body;
  return { status: Number(result.statusCode), headers: valuesOf(result.headers), body: String(body ?? '') };
}

function valuesOf(part: unknown): Record<string, string> {
  const entries = isRecord(part) ? Object.entries(part) : [];
  return Object.fromEntries(entries.map(([name, one]) => [name, isRecord(one) ? String(one.value) : '']));
}

const queryOf = (part: unknown): string =>
  typeof part === 'string' ? part : new URLSearchParams(pairsOf(part)).toString();

function pairsOf(part: unknown): [string, string][] {
  return Object.entries(isRecord(part) ? part : {}).flatMap(([name, one]) => {
    const values = isRecord(one) && Array.isArray(one.multiValue) ? one.multiValue : [one];
    return values.map((value): [string, string] => [name, isRecord(value) ? String(value.value) : '']);
  });
}
