import https from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** The body as it came, for one that is compressed. */
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface AskOptions {
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The viewer's own address: all of 127/8 is this machine. */
  readonly localAddress?: string;
}

/** Sends a request to the local stack, whose certificate is self-signed. */
export async function ask(
  url: string,
  method: string,
  { token, body, text, headers, localAddress }: AskOptions = {},
): Promise<HttpAnswer> {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const request = https.request(
    url,
    {
      method,
      rejectUnauthorized: false,
      ...(localAddress !== undefined && { localAddress, family: 4, agent: false }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          ...{ status: response.statusCode ?? 0, text: bytes.toString(), bytes },
          headers: response.headers,
        });
      });
    },
  );
  request.on('error', reject);
  request.end(payload);
  return promise;
}
