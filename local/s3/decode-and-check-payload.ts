import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { checksumOf } from './checksums.ts';
import { badDigest, notEmulated, S3Error } from './s3-error.ts';
import type { Checksum } from './s3-types.ts';

export interface Payload {
  readonly body: Buffer;
  readonly checksum: Checksum | undefined;
}

const UNSIGNED = 'UNSIGNED-PAYLOAD';
const STREAMED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** Decodes a request's content, and checks the hashes, checksum and length that the caller sent. @throws S3Error */
export function readPayload(sent: Buffer, headers: IncomingHttpHeaders): Payload {
  const hash = String(headers['x-amz-content-sha256'] ?? UNSIGNED);
  if (hash.startsWith('STREAMING-') && hash !== STREAMED) throw notEmulated(`payload ${hash}`);
  const { body, trailer } = hash === STREAMED ? unframe(sent, headers) : { body: sent, trailer: {} };
  if (/^[0-9a-f]{64}$/.test(hash) && createHash('sha256').update(body).digest('hex') !== hash)
    throw new S3Error(
      'XAmzContentSHA256Mismatch',
      400,
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
      { ClientComputedContentSHA256: hash },
    );
  const md5 = headers['content-md5'];
  if (md5 !== undefined && createHash('md5').update(body).digest('base64') !== md5)
    throw badDigest('The Content-MD5 you specified did not match what we received.');
  return { body, checksum: checksumOf({ ...headers, ...trailer }, body) };
}

const incomplete = () =>
  new S3Error(
    'IncompleteBody',
    400,
    'You did not provide the number of bytes specified by the Content-Length HTTP header',
  );

/**
 * Decodes `aws-chunked`: chunks `<size in hex>\r\n<content>\r\n`, an empty chunk, and the lines of the trailer.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
function unframe(sent: Buffer, headers: IncomingHttpHeaders): { body: Buffer; trailer: IncomingHttpHeaders } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = sent.indexOf('\r\n', at);
    const size = Number.parseInt(sent.toString('latin1', at, end).split(';')[0] ?? '', 16);
    if (end < 0 || Number.isNaN(size)) throw incomplete();
    at = end + 2;
    if (size === 0) break;
    if (at + size > sent.length) throw incomplete();
    chunks.push(sent.subarray(at, at + size));
    at += size + 2;
  }
  const body = Buffer.concat(chunks);
  const declared = headers['x-amz-decoded-content-length'];
  if (declared === undefined)
    throw new S3Error('MissingContentLength', 411, 'You must provide the Content-Length HTTP header.');
  if (Number(declared) !== body.length) throw incomplete();
  return { body, trailer: trailerOf(sent.toString('latin1', at), String(headers['x-amz-trailer'] ?? '')) };
}

function trailerOf(text: string, announced: string): IncomingHttpHeaders {
  const lines = text.split('\r\n').filter((line) => line !== '');
  const trailer = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
  const names = announced.split(',').map((name) => name.trim().toLowerCase());
  if (names.join() !== Object.keys(trailer).join())
    throw new S3Error(
      'MalformedTrailerError',
      400,
      'The request contained trailing data that was not well-formed or did not conform to our published schema.',
    );
  return trailer;
}
