/** Request bodies. */
import type { IncomingMessage } from 'node:http';

/** Thrown by `readBody`; the rest of the body has been read and thrown away. */
export class BodyTooLarge extends Error {}

/** Reads a request's body of at most `limit` bytes. Throws BodyTooLarge beyond. */
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

/** True when API Gateway passes a body of this type on as text; any other goes as base64. */
export function isTextual(contentType: string | undefined): boolean {
  return (
    contentType === undefined ||
    /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.-]+\+(json|xml)))/i.test(
      contentType,
    )
  );
}
