/**
 * The AWS query protocol: the operation and its input as a form, the output as XML.
 * https://smithy.io/2.0/aws/protocols/aws-query-protocol.html
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { accessKeyIn, wireError } from '../aws-json/aws-json-service.ts';

export type XmlValue = string | number | boolean | undefined | readonly XmlValue[] | XmlObject;
export interface XmlObject {
  readonly [name: string]: XmlValue;
}

export interface QueryCall {
  readonly action: string;
  readonly input: URLSearchParams;
  readonly accessKeyId: string;
}

/**
 * Returns a request listener for one service. To refuse a request, `call` throws an error with `code` and `status`.
 * @param denied the service's code for a caller without the permission
 */
export function awsQueryService(
  namespace: string,
  call: (call: QueryCall) => Promise<XmlObject>,
  denied = 'AccessDenied',
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  /** Codes of the query protocol for refused access, by the thrown error's code. The answer's status is 403. */
  const refusals: Readonly<Record<string, string>> = {
    AccessDeniedException: denied,
    ExpiredTokenException: 'ExpiredToken',
  };
  return async (request, response) => {
    const send = (status: number, root: string, content: XmlObject): void =>
      void response
        .writeHead(status, { 'content-type': 'text/xml' })
        .end(`<${root} xmlns="${namespace}">${xmlOf(content)}</${root}>`);
    const RequestId = randomUUID();
    try {
      const accessKeyId = accessKeyIn(request.headers.authorization);
      const input = new URLSearchParams(await text(request));
      const action = input.get('Action') ?? '';
      const result = await call({ action, input, accessKeyId });
      send(200, `${action}Response`, { [`${action}Result`]: result, ResponseMetadata: { RequestId } });
    } catch (error) {
      const { code, status, message } = wireError(error);
      const Type = status >= 500 ? 'Receiver' : 'Sender';
      const refusal = refusals[code];
      send(refusal === undefined ? status : 403, 'ErrorResponse', {
        Error: { Type, Code: refusal ?? code, Message: message },
        RequestId,
      });
    }
  };
}

function xmlOf(value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => `<member>${xmlOf(item)}</member>`).join('');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => `<${name}>${xmlOf(item)}</${name}>`)
      .join('');
  return escaped(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (plain: string): string => plain.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
