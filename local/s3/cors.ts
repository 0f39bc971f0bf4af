/** A bucket's CORS rules. https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html */
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-error.ts';
import type { CorsRule, S3Reply } from './s3-types.ts';

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

interface Asked {
  readonly origin: string;
  readonly method: string;
  readonly headers: readonly string[];
}

/** Answers a preflight. Throws BadRequest without an origin or a method, and AccessForbidden when no rule fits. */
export function preflight(rules: readonly CorsRule[] | undefined, headers: IncomingHttpHeaders): S3Reply {
  const { origin } = headers;
  const method = headers['access-control-request-method'];
  if (origin === undefined) throw badRequest('Insufficient information. Origin request header needed.');
  if (method === undefined) throw badRequest('Invalid Access-Control-Request-Method: null');
  const names = listOf(headers['access-control-request-headers']);
  if (!rules) throw forbidden('CORSResponse: CORS is not enabled for this bucket.');
  const asked = { origin, method, headers: names };
  const rule = rules.find((one) => fits(one, asked));
  if (!rule)
    throw forbidden(
      "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
    );
  return {
    headers: {
      ...headersOf(rule, origin),
      'access-control-allow-headers': names.length > 0 ? names.join(', ').toLowerCase() : undefined,
    },
  };
}

export function corsHeaders(
  rules: readonly CorsRule[] | undefined,
  method: string,
  { origin }: IncomingHttpHeaders,
): S3Reply['headers'] {
  if (origin === undefined) return {};
  const rule = rules?.find((one) => fits(one, { origin, method, headers: [] }));
  return rule ? headersOf(rule, origin) : {};
}

const headersOf = (rule: CorsRule, origin: string) => {
  const isAny = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    'access-control-allow-credentials': isAny ? undefined : 'true',
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    'access-control-expose-headers': rule.ExposedHeaders?.join(', '),
    'access-control-max-age': rule.MaxAge === undefined ? undefined : String(rule.MaxAge),
    vary: VARY,
  };
};

const fits = (rule: CorsRule, { origin, method, headers }: Asked): boolean =>
  rule.AllowedMethods.includes(method) &&
  rule.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
  headers.every((name) =>
    (rule.AllowedHeaders ?? []).some((pattern) => matches(pattern.toLowerCase(), name.toLowerCase())),
  );

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const listOf = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const badRequest = (message: string) => new S3Error('BadRequest', 400, message);
const forbidden = (message: string) => new S3Error('AccessForbidden', 403, message);
