import https from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** One request to the local stack, whose certificate is its own. */
export async function ask(
  url: string,
  method: string,
  {
    token,
    body,
    headers,
  }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const request = https.request(
    url,
    {
      method,
      rejectUnauthorized: false,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      );
    },
  );
  request.on('error', reject);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
