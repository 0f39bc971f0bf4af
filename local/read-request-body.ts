import type { IncomingMessage } from 'node:http';

export class BodyTooLarge extends Error {}

/** Reads a request's body. Throws BodyTooLarge above `limit` bytes, once the whole body has arrived. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new BodyTooLarge(`a body of ${size} bytes is over ${limit}`);
  return Buffer.concat(chunks);
}
