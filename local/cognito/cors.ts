import type { ServerResponse } from 'node:http';

/** Headers of Cognito's JSON APIs, OAuth endpoints and key sets. These use no cookies, so any origin is allowed. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
  'cache-control': 'no-store',
};

export function answerPreflight(response: ServerResponse): void {
  const headers = {
    ...CORS,
    'access-control-allow-methods': 'GET,POST,OPTIONS',
    'access-control-allow-headers':
      '*,authorization,content-type,cache-control,x-amz-target,x-amz-user-agent,amz-sdk-invocation-id,amz-sdk-request',
    'access-control-max-age': '172800',
  };
  response.writeHead(200, headers).end();
}
