/**
 * The text of a reply on its way to its readers. Each connection has its own position in the text: what could
 * not be sent is sent with what follows, and a connection that joins late gets the reply from the start.
 */
import type { AssistantDeltaData, ServerFrame } from '#contract/socket';
import { log } from '../../runtime/log.ts';

/** One frame per connection in this time at most, after the first, which goes at once (docs/architecture.md 4.1). */
export const FLUSH_INTERVAL_MS = 40;
/** Longest piece in UTF-16 units: at most 64 KB of JSON, well below what `@connections` takes. */
const PIECE_LENGTH = 10_000;

/** Sends a frame to a connection, or says that it is gone. */
type Post = (connectionId: string, frame: ServerFrame) => Promise<'sent' | 'gone'>;

interface Reader {
  sent: number;
  busy: boolean;
}

export class LiveReply {
  #text = '';
  readonly #readers = new Map<string, Reader>();
  readonly #about: Omit<AssistantDeltaData, 'offset' | 'text'>;
  readonly #post: Post;
  readonly #onGone: (connectionId: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #closed = false;
  readonly #sending = new Set<Promise<void>>();

  constructor(
    about: Omit<AssistantDeltaData, 'offset' | 'text'>,
    post: Post,
    onGone: (connectionId: string) => Promise<void>,
  ) {
    this.#about = about;
    this.#post = post;
    this.#onGone = onGone;
  }

  get text(): string {
    return this.#text;
  }

  append(text: string): void {
    this.#text += text;
    this.#schedule();
  }

  /** Adds the connections that are new, and drops those that are not there any more. */
  setConnections(connectionIds: readonly string[]): void {
    for (const id of connectionIds) {
      if (!this.#readers.has(id)) this.#readers.set(id, { sent: 0, busy: false });
    }
    for (const id of this.#readers.keys()) if (!connectionIds.includes(id)) this.#readers.delete(id);
    this.#schedule();
  }

  /** Stops sending and waits for what is on its way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#sending);
  }

  /** Where the text may be cut: never between the halves of a surrogate pair. */
  #end(from: number): number {
    const end = Math.min(this.#text.length, from + PIECE_LENGTH);
    return isHighSurrogate(this.#text.charCodeAt(end - 1)) ? end - 1 : end;
  }

  #schedule(): void {
    if (this.#closed || this.#timer) return;
    const wait = this.#lastFlush + FLUSH_INTERVAL_MS - performance.now();
    if (wait <= 0) {
      this.#flush();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, wait);
  }

  #flush(): void {
    for (const [connectionId, reader] of this.#readers) {
      if (reader.busy || this.#end(reader.sent) <= reader.sent) continue;
      this.#lastFlush = performance.now();
      const sending = this.#send(connectionId, reader).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }

  async #send(connectionId: string, reader: Reader): Promise<void> {
    reader.busy = true;
    const end = this.#end(reader.sent);
    const data = { ...this.#about, offset: reader.sent, text: this.#text.slice(reader.sent, end) };
    const frame: ServerFrame = { type: 'assistantDelta', data };
    try {
      if ((await this.#post(connectionId, frame)) === 'gone') {
        this.#readers.delete(connectionId);
        await this.#onGone(connectionId);
        return;
      }
      reader.sent = end;
    } catch (cause) {
      log('WARN', 'delta not delivered', { cause });
    } finally {
      reader.busy = false;
    }
    if (this.#end(reader.sent) > reader.sent) this.#schedule();
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
