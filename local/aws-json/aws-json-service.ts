/** AWS's JSON protocol: the header `x-amz-target` names the operation, and input and output are JSON. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { AwsError, wireError } from './aws-error.ts';

export { AwsError, wireError } from './aws-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface JsonCall {
  readonly action: string;
  readonly input: JsonObject;
  readonly accessKeyId: string;
}

/**
 * Returns a request listener for one service. To refuse a request, `call` throws an error with `code` and `status`.
 * `errorPrefix` returns the text before an exception's name in `__type`. @default no prefix
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
      const input = objectIn((await buffer(request)).toString() || '{}');
      send(response, 200, await call({ action, input, accessKeyId }));
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

/**
 * Returns the access key id in a Signature Version 4 header. The signature is not checked. Throws
 * MissingAuthenticationTokenException for an unsigned request.
 */
export function accessKeyIn(authorization: string | undefined): string {
  const key = accessKeyOf(authorization);
  if (key === undefined)
    throw new AwsError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  return key;
}

export const accessKeyOf = (authorization: string | undefined): string | undefined =>
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//.exec(authorization ?? '')?.[1];

function objectIn(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AwsError('SerializationException', 'The input is not valid JSON');
  }
  if (typeof value === 'object' && value !== null) return value as JsonObject; // checked by the condition
  throw new AwsError('SerializationException', 'The input is not an object');
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
      'x-amzn-requestid': randomUUID(),
      // DynamoDB sends this checksum. Some clients, such as the AWS CLI, verify the checksum.
      'x-amz-crc32': crc32(text),
    })
    .end(text);
}
