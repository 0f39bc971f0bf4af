/**
 * Time without progress after which a request is given up. The whole request has no limit, because an upload over a
 * slow connection takes long.
 */
const IDLE_TIMEOUT_MS = 30_000;

/** Failure without an answer: no connection, no progress, or no credentials. A retry may succeed. */
export class TransferError extends Error {}

interface Transfer {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((sent: number) => void) | undefined;
}

export interface BucketResponse {
  readonly status: number;
  readonly text: string;
  readonly etag: string;
}

/**
 * Sends a request and resolves with any answer of the server. `fetch` could not report the progress of the body.
 * @throws TransferError if no answer came
 * @throws the signal's reason if the upload was cancelled
 */
export function transfer({ method, address, headers, body, signal, onProgress }: Transfer) {
  return new Promise<BucketResponse>((resolve, reject) => {
    // The upload may have been cancelled while the request was signed.
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let idle: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(idle);
      idle = setTimeout(
        () => end(() => reject(new TransferError('The request made no progress'))),
        IDLE_TIMEOUT_MS,
      );
    };
    const cancel = () => end(() => reject(signal.reason));
    const end = (settle: () => void) => {
      clearTimeout(idle);
      signal.removeEventListener('abort', cancel);
      settle();
      request.abort();
    };
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onProgress?.(loaded);
    };
    request.onprogress = watch;
    request.onload = () =>
      end(() =>
        resolve({
          status: request.status,
          text: request.responseText,
          etag: request.getResponseHeader('etag') ?? '',
        }),
      );
    request.onerror = () => end(() => reject(new TransferError('There was no answer')));
    signal.addEventListener('abort', cancel);
    watch();
    request.send(body ?? null);
  });
}
