import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../emulator-types.ts';
import { deleteObjects } from './delete-objects.ts';
import { listObjects } from './list-objects.ts';
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from './multipart-uploads.ts';
import { copyObject, deleteObject, getObject, headObject, putObject } from './object-operations.ts';
import type { S3Call, S3Reply } from './s3-types.ts';
import type { Store } from './store.ts';

export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly hasBucket: (name: string) => boolean;
}

export type Operation = (service: Service, call: S3Call) => Promise<S3Reply>;

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  AbortMultipartUpload: abortUpload,
  CompleteMultipartUpload: completeUpload,
  CopyObject: copyObject,
  CreateMultipartUpload: createUpload,
  DeleteObject: deleteObject,
  DeleteObjects: deleteObjects,
  GetObject: getObject,
  HeadObject: headObject,
  ListObjectsV2: listObjects,
  ListParts: listParts,
  PutObject: putObject,
  UploadPart: uploadPart,
};

interface Asked {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** Parameters of any operation: the SDK's `x-id`, those of presigned addresses, and overrides of response headers. */
const OF_ANY_OPERATION = /^(?:x-id|x-amz-.*|response-.*)$/i;
/** Operations by the method and by the query parameters that tell operations apart. */
const ON_OBJECTS: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
  'POST uploads': 'CreateMultipartUpload',
  'PUT partNumber uploadId': 'UploadPart',
  'POST uploadId': 'CompleteMultipartUpload',
  'DELETE uploadId': 'AbortMultipartUpload',
  'GET uploadId': 'ListParts',
};
const ON_BUCKETS: Readonly<Record<string, string>> = {
  'GET list-type': 'ListObjectsV2',
  'GET uploads': 'ListMultipartUploads',
  'POST delete': 'DeleteObjects',
};
const ARGUMENTS = [
  'max-parts',
  'part-number-marker',
  ...['continuation-token', 'delimiter', 'encoding-type', 'fetch-owner', 'max-keys', 'prefix', 'start-after'],
];

/** Returns the operation's name. For an unknown operation, describes the request. */
export function operationOf({ method, key, query, headers }: Asked): string {
  const names = [...new Set(query.keys())].filter(
    (name) => !OF_ANY_OPERATION.test(name) && !ARGUMENTS.includes(name),
  );
  const shape = [method, ...names.toSorted()].join(' ');
  const name = (key === '' ? ON_BUCKETS : ON_OBJECTS)[shape];
  if (headers['x-amz-copy-source'] === undefined)
    return name ?? `${shape} of ${key === '' ? 'a bucket' : 'an object'}`;
  return name === 'PutObject' ? 'CopyObject' : `${name ?? shape} with a source`;
}
