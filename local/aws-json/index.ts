/** The AWS JSON protocol: the operation in `x-amz-target`, its input and output as JSON. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { AwsError, wireError } from './errors.ts';

export { AwsError, wireError } from './errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface JsonCall {
  readonly action: string;
  readonly input: JsonObject;
  readonly accessKeyId: string;
}

/**
 * A request listener for one service. `call` throws {@link AwsError} (or anything with `code` and `status`);
 * `errorPrefix` gives what the service puts before an exception's name in `__type`.
 */
export function awsJsonService(
  call: (call: JsonCall) => Promise<JsonObject>,
  errorPrefix: (code: string) => string = () => '',
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    try {
      const accessKeyId = accessKeyIn(request.headers.authorization);
      const action =
        String(request.headers['x-amz-target'] ?? '')
          .split('.')
          .at(-1) ?? '';
      const input: unknown = JSON.parse((await buffer(request)).toString() || '{}');
      send(response, 200, await call({ action, input: objectOf(input), accessKeyId }));
    } catch (error) {
      const { code, status, message, details } = wireError(error);
      send(response, status, {
        __type: `${errorPrefix(code)}${code}`,
        message,
        Message: message,
        ...details,
      });
    }
  };
}

/** The access key of a Signature Version 4 header, which names the caller. Signatures are not checked. */
export function accessKeyIn(authorization: string | undefined): string {
  const key = accessKeyOf(authorization);
  if (key === undefined)
    throw new AwsError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  return key;
}

/** The same, undefined where the request is not signed. */
export const accessKeyOf = (authorization: string | undefined): string | undefined =>
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//.exec(authorization ?? '')?.[1];

function objectOf(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null) return value as JsonObject; // checked just now
  throw new AwsError('SerializationException', 'The input is not an object');
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
      'x-amzn-requestid': randomUUID(),
      // DynamoDB's client checks it when it is there.
      'x-amz-crc32': crc32(text),
    })
    .end(text);
}
