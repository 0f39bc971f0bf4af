/**
 * Streams a reply's text to connections. Each connection has its own position in the text. Text that could not be
 * sent is sent with the next piece, and a connection that joins late gets the reply from the start.
 */
import { CHUNK_PACE } from '#contract/limits';
import type { AssistantDeltaData, ServerFrame } from '#contract/socket';
import { log } from '../../runtime/log.ts';

/** UTF-16 units of a piece at most. They make up to 64 KB of JSON, well below the limit of `@connections`. */
const PIECE_LENGTH = 10_000;

/** Sends a frame to a connection; returns `gone` if the connection is closed. */
type Post = (connectionId: string, frame: ServerFrame) => Promise<'sent' | 'gone'>;

interface Reader {
  sent: number;
  busy: boolean;
}

export class ReplyChunkSender {
  #text = '';
  readonly #readers = new Map<string, Reader>();
  readonly #about: Omit<AssistantDeltaData, 'offset' | 'text'>;
  readonly #post: Post;
  readonly #onGone: (connectionId: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  /** Times of the first and the last frame. */
  #firstFlush: number | undefined;
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

  /** Adds new connections, and drops those that are no longer listed. */
  setConnections(connectionIds: readonly string[]): void {
    for (const id of connectionIds) {
      if (!this.#readers.has(id)) this.#readers.set(id, { sent: 0, busy: false });
    }
    for (const id of this.#readers.keys()) if (!connectionIds.includes(id)) this.#readers.delete(id);
    this.#schedule();
  }

  /** Stops sending, and waits for the frames that are being sent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#sending);
  }

  /** Returns the end of the next piece, which is never between the halves of a surrogate pair. */
  #end(from: number): number {
    const end = Math.min(this.#text.length, from + PIECE_LENGTH);
    return isHighSurrogate(this.#text.charCodeAt(end - 1)) ? end - 1 : end;
  }

  #schedule(): void {
    if (this.#closed || this.#timer) return;
    const wait = this.#lastFlush + this.#interval() - performance.now();
    if (wait <= 0) {
      this.#flush();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, wait);
  }

  /** Returns the least milliseconds from the last frame to the next. */
  #interval(): number {
    const age = this.#lastFlush - (this.#firstFlush ?? this.#lastFlush);
    return age < CHUNK_PACE.earlyMs ? CHUNK_PACE.earlyIntervalMs : CHUNK_PACE.intervalMs;
  }

  #flush(): void {
    for (const [connectionId, reader] of this.#readers) {
      if (reader.busy || this.#end(reader.sent) <= reader.sent) continue;
      this.#lastFlush = performance.now();
      this.#firstFlush ??= this.#lastFlush;
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
