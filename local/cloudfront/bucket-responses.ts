/** Answers requests for a bucket's objects like S3 behind CloudFront, with CloudFront's compression. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { StoredObject } from './bucket-deployment.ts';
import type { Headers, ViewerRequest } from './cloudfront-types.ts';

/**
 * Matches the content types that websites use and CloudFront compresses. CloudFront's own list is longer.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
const COMPRESSED_TYPES =
  /^(text\/(css|html|javascript|plain|xml)|application\/(json|javascript|xml|wasm|x-javascript)|image\/svg\+xml|font\/(otf|ttf))$/;
const COMPRESSED_MIN_BYTES = 1_000;
const COMPRESSED_MAX_BYTES = 10_000_000;

const compressed = new WeakMap<StoredObject, Map<string, Buffer>>();

/** Sends 404 for a missing key; or 403, as S3 does, if the distribution may not list the bucket. */
export function sendMissing(response: ServerResponse, headers: Headers, canList: boolean): void {
  const error = canList
    ? '<Code>NoSuchKey</Code><Message>The specified key does not exist.</Message>'
    : '<Code>AccessDenied</Code><Message>Access Denied</Message>';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${error}</Error>`;
  response
    .writeHead(canList ? 404 : 403, { ...headers, 'content-type': 'application/xml', server: 'AmazonS3' })
    .end(xml);
}

export function sendObject(
  response: ServerResponse,
  request: ViewerRequest,
  object: StoredObject,
  compress: boolean,
  applyPolicyTo: (headers: Headers) => void,
): void {
  const encoding = compress ? encodingFor(request, object) : undefined;
  const etag = encoding === undefined ? object.etag : `W/${object.etag}`;
  const headers: Headers = {
    'content-type': object.contentType,
    etag,
    'last-modified': object.lastModified.toUTCString(),
    server: 'AmazonS3',
    ...(object.cacheControl !== undefined && { 'cache-control': object.cacheControl }),
    ...(object.contentEncoding !== undefined && { 'content-encoding': object.contentEncoding }),
    ...(encoding !== undefined && { 'content-encoding': encoding, vary: 'accept-encoding' }),
  };
  applyPolicyTo(headers);
  if (isFresh(request, object)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = encoding === undefined ? object.body : encodedBody(object, encoding);
  response.writeHead(200, { ...headers, 'content-length': String(body.length) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encodingFor({ headers }: ViewerRequest, object: StoredObject): 'br' | 'gzip' | undefined {
  const size = object.body.length;
  const mayCompress =
    object.contentEncoding === undefined &&
    size >= COMPRESSED_MIN_BYTES &&
    size <= COMPRESSED_MAX_BYTES &&
    COMPRESSED_TYPES.test(object.contentType.split(';')[0] ?? '');
  if (!mayCompress) return undefined;
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((one) => one.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

function encodedBody(object: StoredObject, encoding: 'br' | 'gzip'): Buffer {
  const known = compressed.get(object) ?? new Map<string, Buffer>();
  compressed.set(object, known);
  const body = known.get(encoding) ?? encode(object.body, encoding);
  known.set(encoding, body);
  return body;
}

function encode(body: Buffer, encoding: 'br' | 'gzip'): Buffer {
  // The default level would delay the first response for each file. Level 5 compresses about as well as CloudFront.
  if (encoding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return gzipSync(body);
}

function isFresh({ headers }: ViewerRequest, object: StoredObject): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined)
    return known
      .split(',')
      .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === object.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= object.lastModified.getTime();
}
