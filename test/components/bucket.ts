/** A fake of the bucket for files: takes uploads, whole and in parts, with faults on demand. */
import { afterEach, beforeEach, expect } from 'vitest';

export const BUCKET = 'https://files.s3.us-east-1.amazonaws.com';
const PART_MIN_BYTES = 5 * 1024 * 1024;

/** Fault of the bucket, in place of an answer to a request. */
type Fault =
  /** The request arrives, its answer does not. */
  | 'answerLost'
  /** There is no connection. */
  | 'unreachable'
  /** No answer comes. */
  | 'silent'
  | { readonly status: number; readonly xml: string };

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
}

class FakeBucket {
  /** Bodies by key. */
  readonly objects = new Map<string, Blob>();
  /** Kinds of the requests, in order: `PUT`, `POST uploads`, `PUT 1` (a part), `POST` (a completion), `DELETE`. */
  readonly requests: string[] = [];
  readonly arrived: Arrived[] = [];
  readonly #uploads = new Map<string, Map<number, Blob>>();
  readonly #faults: { readonly on: string; readonly fault: Fault }[] = [];
  #held: (() => void)[] | undefined;

  /** Makes the next request of a kind (see `requests`) meet a fault. */
  fail(on: string, fault: Fault): void {
    this.#faults.push({ on, fault });
  }

  /** Requests wait half sent until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const go of held) go();
  }

  /** Forgets uploads in parts, as the lifecycle rule does after a day. */
  forgetUploads = (): void => this.#uploads.clear();

  async receive(request: Arrived): Promise<Fault | { status: number; xml: string; etag?: string }> {
    const { method, query } = request;
    const kind = [method, query.get('partNumber') ?? (query.has('uploads') ? 'uploads' : '')]
      .join(' ')
      .trim();
    this.requests.push(kind);
    this.arrived.push(request);
    await new Promise<void>((resolve) => (this.#held ? this.#held.push(resolve) : resolve()));
    const at = this.#faults.findIndex(({ on }) => on === kind);
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    if (fault !== undefined && fault !== 'answerLost') return fault;
    const answer = this.#answer(request);
    return fault ?? answer;
  }

  #answer({ method, path, query, body }: Arrived): { status: number; xml: string; etag?: string } {
    const uploadId = query.get('uploadId');
    if (query.has('uploads')) {
      const id = `upload-${this.#uploads.size + 1}`;
      this.#uploads.set(id, new Map());
      return {
        status: 200,
        xml: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (uploadId === null) {
      this.objects.set(path, body);
      return { status: 200, xml: '', etag: '"whole"' };
    }
    const parts = this.#uploads.get(uploadId);
    if (!parts) return { status: 404, xml: '<Error><Code>NoSuchUpload</Code></Error>' };
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return { status: 200, xml: '', etag: `"part-${query.get('partNumber')}"` };
    }
    this.#uploads.delete(uploadId);
    if (method === 'POST') this.#complete(path, parts);
    return { status: method === 'DELETE' ? 204 : 200, xml: '<CompleteMultipartUploadResult/>' };
  }

  #complete(path: string, parts: ReadonlyMap<number, Blob>): void {
    const bodies = [...parts].sort(([a], [b]) => a - b).map(([, body]) => body);
    expect(bodies.slice(0, -1).every(({ size }) => size >= PART_MIN_BYTES)).toBe(true);
    this.objects.set(path, new Blob(bodies));
  }
}

export let bucket: FakeBucket;

const BrowserRequest = window.XMLHttpRequest;

/** As much of XMLHttpRequest as uploads use. */
class BucketRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  onprogress: (() => void) | undefined;
  status = 0;
  responseText = '';
  #etag: string | null = null;
  #isAborted = false;
  #method = '';
  #url = new URL(BUCKET);
  readonly #headers: Record<string, string> = {};

  open(method: string, address: string): void {
    this.#method = method;
    this.#url = new URL(address);
    expect(this.#url.origin).toBe(BUCKET);
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value;
  }

  getResponseHeader = (name: string): string | null => (name.toLowerCase() === 'etag' ? this.#etag : null);

  abort(): void {
    this.#isAborted = true;
  }

  send(body: Blob | string | null): void {
    void this.#send(body instanceof Blob ? body : new Blob([body ?? '']));
  }

  async #send(body: Blob): Promise<void> {
    await Promise.resolve();
    this.upload.onprogress?.({ loaded: body.size / 2 });
    const { pathname: path, searchParams: query } = this.#url;
    const answer = await bucket.receive({ method: this.#method, path, query, headers: this.#headers, body });
    if (this.#isAborted || answer === 'silent') return;
    if (answer === 'answerLost' || answer === 'unreachable') {
      this.onerror?.();
      return;
    }
    this.upload.onprogress?.({ loaded: body.size });
    this.status = answer.status;
    this.responseText = answer.xml;
    this.#etag = 'etag' in answer ? (answer.etag ?? null) : null;
    this.onload?.();
  }
}

/** Gives each test of a file a new bucket. */
export function startBucket(): void {
  beforeEach(() => {
    bucket = new FakeBucket();
    Object.defineProperty(window, 'XMLHttpRequest', {
      configurable: true,
      writable: true,
      value: BucketRequest,
    });
  });
  afterEach(() => {
    // Uploads that stay held would occupy the page's upload slots in the next test.
    bucket.release();
    window.XMLHttpRequest = BrowserRequest;
  });
}
