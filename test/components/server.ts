/** A fake of the product's HTTP API. A call of the contract for which the test has set no answer fails the test. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { ErrorCode } from '#contract/error-codes';
import { type HttpCall, type HttpResponse, http } from '#contract/http-calls';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import type { SiteConfig } from '#contract/site-config';

/** A request. `input` has the parameters of its path and of its query. */
export interface Asked {
  readonly input: Readonly<Record<string, string>>;
  readonly body: unknown;
}
/** An answer other than the contract's result. Without a status, the request fails for lack of a connection. */
export class Refusal {
  readonly status: number | undefined;
  readonly json: unknown;
  constructor(status: number | undefined, json: unknown) {
    this.status = status;
    this.json = json;
  }
}
type Answer<C extends HttpCall> = HttpResponse<C> | Refusal;
type Responder<C extends HttpCall> = (asked: Asked) => Answer<C> | Promise<Answer<C>>;

export const CONFIG: SiteConfig = {
  productName: 'Parley',
  region: 'us-east-1',
  userPoolId: 'us-east-1_pool',
  userPoolClientId: 'client',
  identityPoolId: 'us-east-1:00000000-0000-0000-0000-000000000000',
  hostedUiDomain: 'hosted-ui.example.com',
  userPoolEndpoint: 'https://cognito-idp.us-east-1.amazonaws.com/',
  identityPoolEndpoint: 'https://cognito-identity.us-east-1.amazonaws.com/',
  payments: 'test',
  hasSupport: true,
};

/**
 * Answers and requests of one test. A request belongs to the test whose page sent it, even if its body is read only
 * during the next test.
 */
interface Server {
  readonly responders: Map<HttpCall, Responder<HttpCall>>;
  readonly requests: { readonly call: HttpCall; readonly asked: Asked }[];
  readonly surprises: string[];
  config: SiteConfig;
}

const browserFetch = window.fetch.bind(window);
let server: Server;

/** Sets the answer to a call: a result, a refusal, or a function of the request. */
export function answer<C extends HttpCall>(call: C, given: Answer<C> | Responder<C>): void {
  const respond = typeof given === 'function' ? given : () => given;
  // The map's key says which call its responder is for.
  server.responders.set(call, respond as Responder<HttpCall>);
}

/** Requests of one call so far. */
export const asked = (call: HttpCall): Asked[] =>
  server.requests.filter((request) => request.call === call).map((request) => request.asked);

export const refuse = (code: ErrorCode, message: string = ALL_ERRORS[code].message): Refusal =>
  new Refusal(ALL_ERRORS[code].status, { code, message });
/** A failure without a code or message in its body. */
export const broken = (): Refusal => new Refusal(500, {});
export const unreachable = (): Refusal => new Refusal(undefined, undefined);

/**
 * Sets an answer that is held back until `release`. That resolves when the page has read the answer and drawn the
 * result, also if the page has aborted the request.
 */
export function held<C extends HttpCall>(call: C, result: Answer<C>): { release: () => Promise<void> } {
  const [released, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  answer(call, async () => {
    await released.promise;
    answered.resolve();
    return result;
  });
  return {
    async release() {
      released.resolve();
      await answered.promise;
      // One frame for the response and its body, which have arrived already, one for React, one for the browser.
      for (let i = 0; i < 3; i++) await nextFrame();
    },
  };
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Changes config.json for the rest of the test. The page reads it once. */
export const givenConfig = (change: Partial<SiteConfig>): void => {
  server.config = { ...CONFIG, ...change };
};

export function startServer(): void {
  beforeEach(() => {
    const own: Server = {
      responders: new Map(),
      requests: [],
      surprises: [],
      config: CONFIG,
    };
    server = own;
    window.fetch = (input, init) => respond(own, new Request(input, init), init?.body ?? undefined);
  });
  afterEach(() => expect(server.surprises).toEqual([]));
}

async function respond(own: Server, request: Request, sent: BodyInit | undefined): Promise<Response> {
  const { origin, pathname, href } = new URL(request.url);
  if (origin === window.location.origin && pathname === '/config.json') return Response.json(own.config);
  if (href.startsWith(CONFIG.identityPoolEndpoint)) return answerIdentityPool(request);
  const match = origin === window.location.origin ? matchCall(request.method, pathname) : undefined;
  if (!match) {
    if (origin === window.location.origin && request.method === 'GET' && !pathname.startsWith('/api/'))
      return browserFetch(request);
    return surprise(own, `${request.method} ${href}`);
  }
  return answerCall(own, match.call, request, { params: match.params, sent });
}

/** Identity and AWS credentials of the signed-in user. */
export const IDENTITY = 'us-east-1:11111111-2222-4333-8444-555555555555';

function answerIdentityPool({ headers }: Request): Response {
  if (headers.get('x-amz-target')?.endsWith('.GetId')) return Response.json({ IdentityId: IDENTITY });
  const Expiration = Date.now() / 1_000 + 3_600;
  const Credentials = { AccessKeyId: 'ASIAUSER', SecretKey: 'secret', SessionToken: 'token', Expiration };
  return Response.json({ IdentityId: IDENTITY, Credentials });
}

interface Sent {
  readonly params: Record<string, string>;
  readonly sent: BodyInit | undefined;
}

async function answerCall(own: Server, call: HttpCall, request: Request, { params, sent }: Sent) {
  const { searchParams } = new URL(request.url);
  // Records the request before `fetch` returns. Reading the body of a Request takes a task. A page that shows a change
  // before it is answered could be ahead of the record.
  const text = typeof sent === 'string' ? sent : sent === undefined ? '' : await request.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const one: Asked = { input: { ...params, ...Object.fromEntries(searchParams) }, body };
  own.requests.push({ call, asked: one });
  const responder = own.responders.get(call);
  if (!responder) return surprise(own, `${call} has no answer`);
  const given = await Promise.race([responder(one), abortOf(request)]);
  if (!(given instanceof Refusal)) {
    const read = http[call].response.safeParse(given);
    return read.success ? Response.json(given) : surprise(own, `${call}: not an answer of the contract`);
  }
  if (given.status === undefined) throw new TypeError('Failed to fetch');
  return Response.json(given.json, { status: given.status });
}

/** Rejects when the page gives the request up. */
const abortOf = ({ signal }: Request): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

function surprise({ surprises }: Server, what: string): Response {
  surprises.push(what);
  return Response.json({}, { status: 599 });
}

/** Returns the call of the contract for a path. A route without parameters wins over one with parameters. */
function matchCall(method: string, pathname: string) {
  const found = Object.entries(http).flatMap(([call, route]) => {
    if (route.method !== method) return [];
    const pattern = route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const { groups } = new RegExp(`^${pattern}$`).exec(pathname) ?? { groups: null };
    if (groups === null) return [];
    const params = Object.entries(groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return [{ call: call as HttpCall, params: Object.fromEntries(params) as Record<string, string> }];
  });
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}
