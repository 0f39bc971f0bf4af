/** Emulates S3's REST API: objects, multipart uploads, presigned addresses, CORS and lifecycle rules. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { KeySecret } from '../iam/iam.ts';
import { corsHeaders, preflight } from './cors.ts';
import { readPayload } from './decode-and-check-payload.ts';
import { applyLifecycle, type Removed } from './lifecycle.ts';
import { OPERATIONS, operationOf, type Service } from './operation-of-request.ts';
import { noSuchBucket, notEmulated } from './s3-error.ts';
import type { BucketProperties, S3Call, S3Reply } from './s3-types.ts';
import { errorReply, isCut, sendReply } from './send-response-or-error.ts';
import { openStore } from './store.ts';
import { decoded, verifySignature } from './verify-signature.ts';

export type { BucketProperties, CorsRule } from './s3-types.ts';

export interface S3Options {
  readonly buckets: Readonly<Record<string, BucketProperties>>;
  readonly folder: string;
  readonly keyOf: (accessKeyId: string) => KeySecret | undefined;
  readonly authorize: Authorize;
  readonly allowed: (accessKeyId: string, action: string, resource: string) => boolean;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface S3 {
  /** Serves all buckets. The first part of a request's path is the bucket's name. */
  readonly handle: Listener;
  /** Serves one bucket at its own host. */
  readonly handleBucket: (bucket: string) => Listener;
  /** Removes the objects and uploads that have expired under the lifecycle rules. The stack's clock tells the time. */
  readonly sweep: () => Removed;
  /** For tests. */
  readonly keys: (bucket: string) => readonly string[];
}

export function createS3(options: S3Options): S3 {
  const { buckets, faults, clock } = options;
  const store = openStore(options.folder);
  const service = { store, clock, hasBucket: (name: string) => name in buckets };
  const listener =
    (ownBucket?: string): Listener =>
    async (request, response) => {
      const { method = 'GET', url = '/', headers } = request;
      const rules = buckets[bucketOf(url, ownBucket)]?.CorsConfiguration?.CorsRules;
      const respond = (reply: S3Reply, cors: S3Reply['headers']) =>
        sendReply(request, response, { ...reply, headers: { ...cors, ...reply.headers } }, clock.now());
      try {
        if (method === 'OPTIONS')
          return respond(
            await faults.around({ service: 's3', action: 'Preflight' }, () => preflight(rules, headers)),
            {},
          );
        respond(await answer(options, service, request, ownBucket), corsHeaders(rules, method, headers));
      } catch (error) {
        if (isCut(error)) response.destroy();
        else respond(errorReply(error, url), corsHeaders(rules, method, headers));
      }
    };
  return {
    handle: listener(),
    handleBucket: listener,
    sweep: () => applyLifecycle(buckets, store, clock),
    keys: (bucket) => store.objectsOf(bucket).map(({ key }) => key),
  };
}

async function answer(
  options: S3Options,
  service: Service,
  request: IncomingMessage,
  ownBucket: string | undefined,
): Promise<S3Reply> {
  const { method = 'GET', url = '/', headers } = request;
  const sent = await buffer(request);
  const now = options.clock.now();
  const accessKeyId = verifySignature({ method, url, headers }, { keyOf: options.keyOf, now });
  const { bucket, key } = addressOf(url, ownBucket);
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const action = operationOf({ method, key, query, headers });
  const operation = OPERATIONS[action];
  if (!operation) throw notEmulated(action);
  if (!service.hasBucket(bucket)) throw noSuchBucket(bucket);
  const caller = options.callerOf?.(accessKeyId);
  const call: S3Call = {
    ...{ bucket, key, query, headers, ...readPayload(sent, headers) },
    authorize: (...need) => options.authorize(accessKeyId, ...need),
    may: (...need) => options.allowed(accessKeyId, ...need),
  };
  return options.faults.around({ service: 's3', action, caller, request: () => `${method} ${url}` }, () =>
    operation(service, call),
  );
}

function addressOf(url: string, ownBucket: string | undefined): { bucket: string; key: string } {
  const path = decoded((url.split('?')[0] ?? '').slice(1));
  if (ownBucket !== undefined) return { bucket: ownBucket, key: path };
  const [bucket = '', ...key] = path.split('/');
  return { bucket, key: key.join('/') };
}

/**
 * Finds the bucket without decoding the path, because decoding throws for a malformed URL. The reply with that error
 * needs the bucket's CORS headers too.
 */
const bucketOf = (url: string, ownBucket: string | undefined): string =>
  ownBucket ?? url.split(/[/?]/)[1] ?? '';
