/** Emulates S3's multipart uploads. https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
import { createHash, randomBytes } from 'node:crypto';
import { arnOf, authorizeWrite } from './authorize-write-and-missing-key.ts';
import { checkKey } from './check-key-length.ts';
import { checksumAlgorithm, checksumHeader, compositeChecksum } from './checksums.ts';
import { checkTarget } from './conditional-requests.ts';
import { pageSizeIn } from './list-objects.ts';
import { storedHeaders } from './object-headers.ts';
import { etagOf, wholeSecond } from './object-operations.ts';
import type { Operation, Service } from './operation-of-request.ts';
import { invalidArgument, invalidRequest, malformedXml, noSuchUpload, S3Error } from './s3-error.ts';
import type { Checksum, ChecksumAlgorithm, MultipartUpload, ObjectFacts, Part, S3Call } from './s3-types.ts';
import { elementsIn, rootOf, textIn, xmlDocument } from './xml.ts';

/**
 * Limits of S3. The last part may be smaller than MIN_PART_BYTES.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
const MAX_PARTS = 10_000;
const MIN_PART_BYTES = 5 * 1_024 ** 2;

export const createUpload: Operation = async ({ store, clock }, call) => {
  const { bucket, key, headers } = call;
  authorizeWrite(call);
  checkKey(key);
  const algorithm = headers['x-amz-checksum-algorithm'];
  const uploadId = randomBytes(48).toString('base64url');
  await store.putUpload({
    ...{ uploadId, bucket, key, initiated: clock.now(), headers: storedHeaders(headers), parts: {} },
    ...(typeof algorithm === 'string' && { checksumAlgorithm: checksumAlgorithm(algorithm) }),
  });
  return {
    headers: { 'x-amz-checksum-algorithm': typeof algorithm === 'string' ? algorithm : undefined },
    body: xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: uploadId }),
  };
};

function uploadOf({ store }: Service, { bucket, key, query }: S3Call): MultipartUpload {
  const uploadId = query.get('uploadId') ?? '';
  const upload = store.upload(uploadId);
  if (upload?.bucket !== bucket || upload.key !== key) throw noSuchUpload(uploadId);
  return upload;
}

export const uploadPart: Operation = async (service, call) => {
  const { query, body, checksum } = call;
  authorizeWrite(call);
  const number = Number(query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS)
    throw invalidArgument(
      `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`,
      'partNumber',
      query.get('partNumber') ?? '',
    );
  const { uploadId, checksumAlgorithm: expected } = uploadOf(service, call);
  if (expected !== undefined && checksum?.algorithm !== expected)
    throw invalidRequest(
      `Checksum Type mismatch occurred, expected checksum Type: ${expected.toLowerCase()}, actual checksum Type: ${checksum?.algorithm.toLowerCase() ?? 'null'}`,
    );
  const part: Part = {
    ...{ number, etag: etagOf(body), size: body.length, lastModified: wholeSecond(service.clock.now()) },
    ...(checksum && { checksum }),
  };
  await service.store.putPart(uploadId, part, body);
  return { headers: { etag: part.etag, ...(checksum && checksumHeader(checksum)) } };
};

export const completeUpload: Operation = async (service, call) => {
  const { store, clock } = service;
  const { bucket, key, headers, body } = call;
  authorizeWrite(call);
  const upload = uploadOf(service, call);
  const parts = chosenParts(upload, body.toString());
  const contents = await readParts(service, call, parts);
  const checksum = checksumOf(upload, parts);
  const digests = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'));
  const facts: ObjectFacts = {
    ...{ bucket, key, headers: upload.headers, lastModified: wholeSecond(clock.now()) },
    etag: `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${parts.length}"`,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    ...(checksum && { checksum }),
  };
  await store.putObject(facts, Buffer.concat(contents), () => {
    // Throws NoSuchUpload if another call aborted or completed the upload while this call read the parts and wrote
    // their joined content.
    uploadOf(service, call);
    checkTarget(headers, key, store.object(bucket, key));
  });
  store.removeUpload(upload.uploadId);
  return {
    body: xmlDocument('CompleteMultipartUploadResult', {
      ...{ Bucket: bucket, Key: key, ETag: facts.etag },
      ...(checksum && { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: 'COMPOSITE' }),
    }),
  };
};

async function readParts(service: Service, call: S3Call, parts: readonly Part[]): Promise<Buffer[]> {
  const { uploadId } = uploadOf(service, call);
  try {
    return await Promise.all(parts.map(({ number }) => service.store.partContent(uploadId, number)));
  } catch (error) {
    // Another call may have aborted or completed the upload, and so removed the files of the parts. `uploadOf` then
    // throws NoSuchUpload.
    uploadOf(service, call);
    throw error;
  }
}

function chosenParts(
  { uploadId, parts, checksumAlgorithm: algorithm }: MultipartUpload,
  xml: string,
): Part[] {
  const listed = elementsIn(rootOf(xml, 'CompleteMultipartUpload'), 'Part').map((part) => ({
    number: Number(textIn(part, 'PartNumber')),
    etag: textIn(part, 'ETag')?.replaceAll('"', ''),
    ...(algorithm && { checksum: textIn(part, `Checksum${algorithm}`) }),
  }));
  if (listed.length === 0) throw malformedXml();
  if (listed.some(({ number }, position) => number <= (listed[position - 1]?.number ?? 0)))
    throw new S3Error(
      'InvalidPartOrder',
      400,
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
      {
        UploadId: uploadId,
      },
    );
  const chosen = listed.map(({ number, etag, checksum }) => {
    const part = parts[number];
    if (algorithm && checksum === undefined) throw withoutChecksum(algorithm, number);
    if (!part || part.etag !== `"${etag}"` || (algorithm && part.checksum?.value !== checksum))
      throw new S3Error(
        'InvalidPart',
        400,
        "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
        { UploadId: uploadId, PartNumber: String(number), ETag: etag ?? '' },
      );
    return part;
  });
  const small = chosen.slice(0, -1).find(({ size }) => size < MIN_PART_BYTES);
  if (small)
    throw new S3Error(
      'EntityTooSmall',
      400,
      'Your proposed upload is smaller than the minimum allowed size',
      {
        ...{ ProposedSize: String(small.size), MinSizeAllowed: String(MIN_PART_BYTES) },
        ...{ PartNumber: String(small.number), ETag: small.etag },
      },
    );
  return chosen;
}

const withoutChecksum = (algorithm: ChecksumAlgorithm, number: number) =>
  invalidRequest(
    `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
  );

function checksumOf(
  { checksumAlgorithm: algorithm }: MultipartUpload,
  parts: readonly Part[],
): Checksum | undefined {
  if (algorithm === undefined) return undefined;
  const sums = parts.flatMap(({ checksum }) => checksum ?? []);
  return { algorithm, value: compositeChecksum(algorithm, sums) };
}

export const abortUpload: Operation = async (service, call) => {
  call.authorize('s3:AbortMultipartUpload', arnOf(call.bucket, call.key));
  service.store.removeUpload(uploadOf(service, call).uploadId);
  return { status: 204 };
};

export const listParts: Operation = async (service, call) => {
  const { bucket, key, query } = call;
  call.authorize('s3:ListMultipartUploadParts', arnOf(bucket, key));
  const { uploadId, parts, checksumAlgorithm: algorithm } = uploadOf(service, call);
  const marker = Number(query.get('part-number-marker') ?? 0);
  const maxParts = pageSizeIn(query.get('max-parts') ?? undefined, 'max-parts');
  const after = Object.values(parts)
    .filter(({ number }) => number > marker)
    .toSorted((a, b) => a.number - b.number);
  const page = after.slice(0, maxParts);
  return {
    body: xmlDocument('ListPartsResult', {
      ...{ Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker, MaxParts: maxParts },
      ...(algorithm && { ChecksumAlgorithm: algorithm }),
      NextPartNumberMarker: page.at(-1)?.number ?? marker,
      IsTruncated: after.length > page.length,
      StorageClass: 'STANDARD',
      Part: page.map(({ number, etag, size, lastModified, checksum }) => ({
        ...{ PartNumber: number, LastModified: new Date(lastModified).toISOString(), ETag: etag, Size: size },
        ...(checksum && { [`Checksum${checksum.algorithm}`]: checksum.value }),
      })),
    }),
  };
};
