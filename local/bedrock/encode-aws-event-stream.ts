import { EventStreamCodec } from '@smithy/core/event-streams';

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text, 'utf8'),
);
const header = (value: string) => ({ type: 'string' as const, value });

const message = (kind: 'event' | 'exception', name: string, body: object): Uint8Array =>
  codec.encode({
    headers: {
      [`:${kind}-type`]: header(name),
      ':content-type': header('application/json'),
      ':message-type': header(kind),
    },
    body: Buffer.from(JSON.stringify(body)),
  });

export const eventMessage = (name: string, body: object): Uint8Array => message('event', name, body);

/** Encodes an exception, for example ModelStreamErrorException. In the stream, its name begins with a small letter. */
export const exceptionMessage = (code: string, text: string): Uint8Array =>
  message('exception', code.charAt(0).toLowerCase() + code.slice(1), { message: text });
