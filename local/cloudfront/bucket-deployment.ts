import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Deployment } from './cloudfront-types.ts';
import { replaceMarkers } from './replace-bucket-deployment-markers.ts';

export interface StoredObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly lastModified: Date;
  readonly contentType: string;
  readonly cacheControl: string | undefined;
  readonly contentEncoding: string | undefined;
}

/** Objects by bucket, then by key. */
export type Buckets = ReadonlyMap<string, ReadonlyMap<string, StoredObject>>;

const METADATA = new Set(['cache-control', 'content-type', 'content-encoding']);

/** Fills the buckets as BucketDeployment does, in the order of the deployments. */
export function deploy(deployments: readonly Deployment[], now: number): Buckets {
  const buckets = new Map<string, Map<string, StoredObject>>();
  for (const deployment of deployments) {
    const bucket = buckets.get(deployment.bucket) ?? new Map<string, StoredObject>();
    buckets.set(deployment.bucket, bucket);
    sync(deployment, bucket, now);
  }
  return buckets;
}

/** Syncs the merged sources to a bucket like `aws s3 sync`, with `--delete` unless `prune` is false. */
function sync(deployment: Deployment, bucket: Map<string, StoredObject>, now: number): void {
  const prefix = (deployment.prefix ?? '').replace(/^\/$/, '').replace(/([^/])$/, '$1/');
  const takes = createFilter(deployment);
  const files = new Map<string, Buffer>();
  for (const source of deployment.sources)
    for (const path of filesBelow(source.dir))
      files.set(path.split(sep).join('/'), replaceMarkers(readFileSync(join(source.dir, path)), source));
  if (String(deployment.prune ?? true) === 'true')
    for (const key of bucket.keys()) {
      const name = key.slice(prefix.length);
      if (key.startsWith(prefix) && takes(name) && !files.has(name)) bucket.delete(key);
    }
  for (const [name, body] of files)
    if (takes(name)) bucket.set(prefix + name, stored(name, body, deployment, now));
}

function stored(name: string, body: Buffer, { systemMetadata = {} }: Deployment, now: number): StoredObject {
  const metadata = new Map(Object.entries(systemMetadata).map(([key, value]) => [key.toLowerCase(), value]));
  for (const key of metadata.keys())
    if (!METADATA.has(key)) throw new Error(`not emulated: system metadata ${key}`);
  return {
    body,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    lastModified: new Date(Math.floor(now / 1000) * 1000),
    contentType: metadata.get('content-type') ?? contentTypeOf(name),
    cacheControl: metadata.get('cache-control'),
    contentEncoding: metadata.get('content-encoding'),
  };
}

function createFilter({ include = [], exclude = [] }: Deployment): (name: string) => boolean {
  const excluded = exclude.map(globPattern);
  const included = include.map(globPattern);
  return (name) => !excluded.some((one) => one.test(name)) || included.some((one) => one.test(name));
}

/** Converts a glob pattern to a regular expression. `*` also matches slashes, as in the AWS CLI. */
function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source.replaceAll('[!', '[^')}$`);
}

function filesBelow(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
}

/** Content types by file extension, as `aws s3 sync` guesses them. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ico: 'image/vnd.microsoft.icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  map: 'binary/octet-stream',
  mjs: 'text/javascript',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  xml: 'text/xml',
};

function contentTypeOf(key: string): string {
  const ending = /\.([^./]+)$/.exec(key)?.[1]?.toLowerCase() ?? '';
  return TYPES[ending] ?? 'binary/octet-stream';
}
