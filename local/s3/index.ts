/**
 * Emulates S3's REST API as the SDK, browsers and CloudFront use it: objects, uploads in parts, presigned addresses,
 * CORS and lifecycle rules. An operation that is not emulated is refused by its name.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { wireError } from '../aws-json/index.ts';
import type { Faults } from '../faults/index.ts';
import type { Authorize, Clock } from '../types.ts';
import { corsHeaders, preflight } from './cors.ts';
import { noSuchBucket, notEmulated, S3Error } from './errors.ts';
import { applyLifecycle, type Removed } from './lifecycle.ts';
import { OPERATIONS, operationOf } from './operations.ts';
import { readPayload } from './payload.ts';
import { type AccessKey, decoded, verifySignature } from './signature.ts';
import { openStore } from './store.ts';
import type { BucketProperties, S3Call, S3Reply } from './types.ts';
import { errorDocument } from './xml.ts';

export type { AccessKey } from './signature.ts';
export type { BucketProperties, CorsRule } from './types.ts';

export interface S3Options {
  /** Buckets by name. */
  readonly buckets: Readonly<Record<string, BucketProperties>>;
  /** Folder of the objects. */
  readonly folder: string;
  readonly keyOf: (accessKeyId: string) => AccessKey | undefined;
  readonly authorize: Authorize;
  /** Returns whether a call would be authorized. */
  readonly allowed: (accessKeyId: string, action: string, resource: string) => boolean;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Returns the physical name of the function that signs with an access key. */
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface S3 {
  /** Serves all buckets, whose names are the first part of the path. */
  readonly handle: Listener;
  /** Serves one bucket at its own host. */
  readonly handleBucket: (bucket: string) => Listener;
  /** Removes what the lifecycle rules say, by the stack's clock. Returns how many objects and unfinished uploads. */
  readonly sweep: () => Removed;
  /** Returns the keys of a bucket, for tests. */
  readonly keys: (bucket: string) => readonly string[];
}

export function createS3(options: S3Options): S3 {
  const { buckets, faults, clock } = options;
  const store = openStore(options.folder);
  const service = { store, clock, hasBucket: (name: string) => name in buckets };

  async function answer(request: IncomingMessage, ownBucket: string | undefined): Promise<S3Reply> {
    const { method = 'GET', url = '/', headers } = request;
    const sent = await buffer(request);
    const accessKeyId = verifySignature({ method, url, headers }, { keyOf: options.keyOf, now: clock.now() });
    const { bucket, key } = addressOf(url, ownBucket);
    const query = new URLSearchParams(url.split('?')[1] ?? '');
    const action = operationOf({ method, key, query, headers });
    const operation = OPERATIONS[action];
    if (!operation) throw notEmulated(action);
    if (!service.hasBucket(bucket)) throw noSuchBucket(bucket);
    const step = {
      service: 's3',
      action,
      caller: options.callerOf?.(accessKeyId),
      request: () => `${method} ${url}`,
    } as const;
    const call = {
      bucket,
      key,
      query,
      headers,
      ...readPayload(sent, headers),
      ...rightsOf(options, accessKeyId),
    };
    return faults.around(step, () => operation(service, call));
  }

  const listener =
    (ownBucket?: string): Listener =>
    async (request, response) => {
      const { method = 'GET', url = '/', headers } = request;
      const rules = buckets[bucketOf(url, ownBucket)]?.CorsConfiguration?.CorsRules;
      try {
        const isPreflight = method === 'OPTIONS';
        const reply = isPreflight
          ? await faults.around({ service: 's3', action: 'Preflight' }, () => preflight(rules, headers))
          : await answer(request, ownBucket);
        const cors = isPreflight ? {} : corsHeaders(rules, method, headers);
        send(request, response, { ...reply, headers: { ...cors, ...reply.headers } });
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
          response.destroy();
          return;
        }
        const reply = replyTo(error, url);
        send(request, response, {
          ...reply,
          headers: { ...corsHeaders(rules, method, headers), ...reply.headers },
        });
      }
    };
  return {
    handle: listener(),
    handleBucket: listener,
    sweep: () => applyLifecycle(buckets, store, clock),
    keys: (bucket) => store.objectsOf(bucket).map(({ key }) => key),
  };
}

const rightsOf = (
  { authorize, allowed }: S3Options,
  accessKeyId: string,
): Pick<S3Call, 'authorize' | 'may'> => ({
  authorize: (...need) => authorize(accessKeyId, ...need),
  may: (...need) => allowed(accessKeyId, ...need),
});

/** Returns bucket and key of a URL. The bucket is the host's own, or the first part of the path. */
function addressOf(url: string, ownBucket: string | undefined): { bucket: string; key: string } {
  const path = decoded((url.split('?')[0] ?? '').slice(1));
  if (ownBucket !== undefined) return { bucket: ownBucket, key: path };
  const [bucket = '', ...key] = path.split('/');
  return { bucket, key: key.join('/') };
}

/** Returns the bucket of a URL that may be malformed. */
const bucketOf = (url: string, ownBucket: string | undefined): string =>
  ownBucket ?? url.split(/[/?]/)[1] ?? '';

/** Returns the reply to a failed request. Faults and IAM's refusals have no S3Error. */
function replyTo(error: unknown, url: string): S3Reply {
  const { code, status, message, details } = error instanceof S3Error ? error : refusalOf(error);
  const Resource = url.split('?')[0] ?? '';
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: errorDocument({
      Code: code,
      Message: message,
      ...details,
      Resource,
      RequestId: requestId(),
      HostId: 'local',
    }),
  };
}

function refusalOf(error: unknown): S3Error {
  const { code, status, message } = wireError(error);
  return code === 'AccessDeniedException'
    ? new S3Error('AccessDenied', 403, message)
    : new S3Error(code.replace(/^InternalServerError$/, 'InternalError'), status, message);
}

const requestId = (): string => randomBytes(8).toString('hex').toUpperCase();

function send({ method }: IncomingMessage, response: ServerResponse, reply: S3Reply): void {
  const { status = 200, body = '', headers = {} } = reply;
  const type = typeof body === 'string' && body !== '' ? { 'content-type': 'application/xml' } : {};
  for (const [name, value] of Object.entries({ ...type, ...headers }))
    if (value !== undefined) response.setHeader(name, value);
  response.setHeader('server', 'AmazonS3');
  response.setHeader('x-amz-request-id', requestId());
  response.statusCode = status;
  if (method === 'HEAD' || status === 204 || status === 304) {
    response.end();
    return;
  }
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
