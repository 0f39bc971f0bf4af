import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { deploy } from './bucket-deployment.ts';
import { sendMissing, sendObject } from './bucket-responses.ts';
import type { Headers, Site, SiteOptions, ViewerRequest } from './cloudfront-types.ts';
import type { EdgeResult } from './compile-edge-function.ts';
import { createErrorCache, type ErrorAnswer } from './error-cache.ts';
import { forward, forwardUpgrade, type OriginRequest } from './forward-to-origin.ts';
import { type Behavior, resolveBehavior } from './resolve-behavior-references.ts';
import { applyPolicy } from './response-headers-policy.ts';

export type * from './cloudfront-types.ts';

/** Emulates a distribution of buckets and APIs. Throws at once for a feature that is not emulated. */
export function createSite(options: SiteOptions): Site {
  const { distribution, clock, log } = options;
  const errors = createErrorCache(distribution, clock);
  const behaviors = [...(distribution.CacheBehaviors ?? []), distribution.DefaultCacheBehavior].map(
    (behavior) => resolveBehavior(options, behavior),
  );
  const buckets = deploy(options.deployments, clock.now());
  const behaviorOf = (uri: string) => behaviors.find(({ pattern }) => pattern.test(uri));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const viewer = viewerRequest(request);
    const behavior = behaviorOf(viewer.uri);
    if (!behavior?.methods.includes(viewer.method)) return sendError(response, 403);
    const applyPolicyTo = (headers: Headers) => applyPolicy(behavior.policy, headers, request.headers.origin);
    const serveLive = async (uri: string): Promise<boolean> => {
      if (!options.live || !('bucket' in behavior.target)) return false;
      const headers: Headers = {};
      applyPolicyTo(headers);
      return options.live.serve(uri, request, response, headers);
    };
    if (await serveLive(viewer.uri)) return;
    const result = await throughEdge(behavior, viewer, request);
    if ('response' in result) {
      const headers: Headers = { ...result.response.headers };
      applyPolicyTo(headers);
      response.writeHead(result.response.status, headers).end(result.response.body);
    } else if ('bucket' in behavior.target) {
      if (result.request.uri !== viewer.uri && (await serveLive(result.request.uri))) return;
      const objects = buckets.get(behavior.target.bucket);
      const key = keyOf(result.request.uri, distribution.DefaultRootObject);
      const object = objects?.get(key);
      if (object !== undefined)
        return sendObject(response, result.request, object, behavior.compress, applyPolicyTo);
      const headers: Headers = {};
      applyPolicyTo(headers);
      sendMissing(response, headers, behavior.target.canList);
    } else {
      const { method, uri } = result.request;
      const kept = errors.find(method, uri);
      if (kept !== undefined) return sendKept(response, kept, applyPolicyTo);
      const asked = originRequest(behavior, behavior.target, result.request, request);
      forward(asked, request, response, applyPolicyTo, errors, (status) => {
        log('site', `${viewer.method} ${viewer.uri}: the origin failed`);
        // A response that has begun is cut off, so there is no error response to cache.
        if (!response.headersSent && errors.keeps(method, status, {}))
          errors.keep(method, uri, { status, headers: ERROR_HEADERS, body: errorPage(status) });
        sendError(response, status);
      });
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const viewer = viewerRequest(request);
    const behavior = behaviorOf(viewer.uri);
    const toBucket = behavior !== undefined && 'bucket' in behavior.target;
    if (toBucket && options.live) return options.live.upgrade(request, socket, head);
    if (behavior === undefined || 'bucket' in behavior.target) return refuseUpgrade(socket, 403);
    const result = await throughEdge(behavior, viewer, request);
    if ('response' in result) return refuseUpgrade(socket, result.response.status);
    const asked = originRequest(behavior, behavior.target, result.request, request);
    forwardUpgrade(asked, socket, head, (status) => refuseUpgrade(socket, status));
  }

  const originRequest = (
    behavior: Behavior,
    { port, ...at }: { readonly port: number; readonly host?: string },
    viewer: ViewerRequest,
    request: IncomingMessage,
  ): OriginRequest => ({
    origin: behavior.origin,
    port,
    host: at.host ?? behavior.origin.DomainName,
    forwards: behavior.forwards,
    ca: options.ca,
    viewer,
    viewerIp: addressOf(request),
    rawHeaders: request.rawHeaders,
  });

  return {
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log('site', `${request.method} ${request.url?.split('?')[0]}: ${String(error)}`);
        sendError(response, 502);
      });
    },
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      upgrade(request, socket, head).catch((error: unknown) => {
        log('site', `upgrade: ${String(error)}`);
        refuseUpgrade(socket, 502);
      });
    },
  };
}

async function throughEdge(
  { edge }: Behavior,
  viewer: ViewerRequest,
  request: IncomingMessage,
): Promise<EdgeResult> {
  return edge === undefined ? { request: viewer } : edge(viewer, addressOf(request));
}

function viewerRequest({ method = 'GET', url = '/', headers }: IncomingMessage): ViewerRequest {
  const [uri = '/', ...query] = url.split('?');
  const flat: Record<string, string> = {};
  const { ':authority': host, ...sent } = headers;
  // HTTP/2 has method and path among the headers, under names that begin with a colon.
  for (const [name, value] of Object.entries({ ...(host !== undefined && { host }), ...sent }))
    if (value !== undefined && !name.startsWith(':'))
      flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return { method, uri, querystring: query.join('?'), headers: flat };
}

function keyOf(uri: string, defaultRootObject = ''): string {
  const key = uri.slice(1) || defaultRootObject;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

const addressOf = (request: IncomingMessage): string =>
  (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');

const ERROR_HEADERS = {
  'content-type': 'text/html',
  server: 'CloudFront',
  'x-cache': 'Error from cloudfront',
};
const errorPage = (status: number) =>
  Buffer.from(`<html><body><h1>${status} ERROR</h1><p>The request could not be satisfied.</p></body></html>`);

function sendError(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, ERROR_HEADERS).end(errorPage(status));
}

function sendKept(
  response: ServerResponse,
  kept: ErrorAnswer,
  applyPolicyTo: (headers: Headers) => void,
): void {
  const headers: Headers = { ...kept.headers, 'x-cache': 'Error from cloudfront' };
  applyPolicyTo(headers);
  response.writeHead(kept.status, headers).end(kept.body);
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} Error\r\nserver: CloudFront\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
