import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { badDigest, invalidRequest, notEmulated } from './s3-error.ts';
import type { Checksum, ChecksumAlgorithm } from './s3-types.ts';

const COMPUTE: Readonly<Record<ChecksumAlgorithm, (content: Buffer) => Buffer>> = {
  CRC32(content) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(content));
    return bytes;
  },
  SHA1: (content) => createHash('sha1').update(content).digest(),
  SHA256: (content) => createHash('sha256').update(content).digest(),
};
const PREFIX = 'x-amz-checksum-';
const NOT_CHECKSUMS = ['algorithm', 'mode', 'type'];

export const computeChecksum = (algorithm: ChecksumAlgorithm, content: Buffer): string =>
  COMPUTE[algorithm](content).toString('base64');

/** Checksum of a multipart upload: the checksum of its parts' joined checksums, `-`, and the number of parts. */
export const compositeChecksum = (algorithm: ChecksumAlgorithm, parts: readonly Checksum[]): string =>
  `${computeChecksum(algorithm, Buffer.concat(parts.map(({ value }) => Buffer.from(value, 'base64'))))}-${parts.length}`;

export const checksumHeader = ({ algorithm, value }: Checksum): Readonly<Record<string, string>> => ({
  [`${PREFIX}${algorithm.toLowerCase()}`]: value,
});

export function checksumAlgorithm(name: string): ChecksumAlgorithm {
  const found = name.toUpperCase();
  if (found === 'CRC32' || found === 'SHA1' || found === 'SHA256') return found;
  throw notEmulated(`checksum algorithm ${name}`);
}

export function checksumOf(fields: IncomingHttpHeaders, body: Buffer): Checksum | undefined {
  const sent = Object.entries(fields).filter(
    ([name]) => name.startsWith(PREFIX) && !NOT_CHECKSUMS.includes(name.slice(PREFIX.length)),
  );
  if (sent.length > 1)
    throw invalidRequest(
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  const [name = '', value] = sent[0] ?? [];
  if (value === undefined) return undefined;
  const algorithm = checksumAlgorithm(name.slice(PREFIX.length));
  if (computeChecksum(algorithm, body) !== value)
    throw badDigest(`The ${algorithm} you specified did not match the calculated checksum.`);
  return { algorithm, value: String(value) };
}
