/**
 * Streams a reply's text and thoughts to connections, each of which has its own position in both. Until
 * {@link ReplyChunkSender.close}, a piece that could not be sent is sent again, together with newer text.
 */
import { CHUNK_PACE, THINKING_MAX_LENGTH } from '#contract/limits';
import type { AssistantDeltaData, ServerFrame } from '#contract/socket';
import { log } from '../../runtime/log.ts';

/**
 * Largest length of a piece, in UTF-16 units. JSON takes at most 6 bytes for a unit, so the frame stays well below the
 * largest payload of `@connections` (`POST_MAX_BYTES`, 128 KB).
 */
const PIECE_LENGTH = 10_000;

type Post = (connectionId: string, frame: ServerFrame) => Promise<'sent' | 'gone'>;

interface Reader {
  /** In UTF-16 units. */
  readonly sent: { reply: number; thoughts: number };
  /** True after a frame of thoughts was sent, even an empty frame. */
  knowsOfThinking: boolean;
  busy: boolean;
}

export class ReplyChunkSender {
  #text = '';
  #thoughts = '';
  /** Times of the first thought and of the first text. All times in this class are those of `performance.now()`. */
  #thinksSince: number | undefined;
  #repliesSince: number | undefined;
  readonly #readers = new Map<string, Reader>();
  readonly #about: Omit<AssistantDeltaData, 'offset' | 'text'>;
  readonly #post: Post;
  readonly #onGone: (connectionId: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  /**
   * `#firstFlush` and `#lastFlush` are reset by the reply's first text, so that the early pace (`CHUNK_PACE`) starts
   * again.
   */
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

  /** Milliseconds from the first thought to the first text, or to now; undefined when the model did not think. */
  get thoughtMs(): number | undefined {
    if (this.#thinksSince === undefined) return undefined;
    return Math.max(0, Math.round((this.#repliesSince ?? performance.now()) - this.#thinksSince));
  }

  append(text: string): void {
    if (this.#repliesSince === undefined) this.#beginReply();
    this.#text += text;
    this.#schedule();
  }

  /** Adds thoughts. An empty text means that the model thinks, but the provider keeps the thoughts to itself. */
  think(text: string): void {
    // Thoughts that begin only after the reply's first text are dropped.
    if (this.#repliesSince === undefined) this.#thinksSince ??= performance.now();
    if (this.#thinksSince === undefined) return;
    this.#thoughts += text.slice(0, THINKING_MAX_LENGTH - this.#thoughts.length);
    this.#schedule();
  }

  setConnections(connectionIds: readonly string[]): void {
    for (const id of connectionIds) {
      if (!this.#readers.has(id))
        this.#readers.set(id, { sent: { reply: 0, thoughts: 0 }, knowsOfThinking: false, busy: false });
    }
    for (const id of this.#readers.keys()) if (!connectionIds.includes(id)) this.#readers.delete(id);
    this.#schedule();
  }

  /** Stops sending text, and sends the thoughts that are left: the frames that end a turn contain no thoughts. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#sending);
    await Promise.all(
      [...this.#readers].map(([connectionId, reader]) => this.#sendThoughts(connectionId, reader)),
    );
  }

  /** Lets the first text be sent at once, even when a thought was sent just before. */
  #beginReply(): void {
    this.#repliesSince = performance.now();
    this.#firstFlush = undefined;
    this.#lastFlush = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#timer);
    this.#timer = undefined;
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

  /** Returns the least number of milliseconds from the last frame to the next. */
  #interval(): number {
    const age = this.#lastFlush - (this.#firstFlush ?? this.#lastFlush);
    return age < CHUNK_PACE.earlyMs ? CHUNK_PACE.earlyIntervalMs : CHUNK_PACE.intervalMs;
  }

  #flush(): void {
    for (const [connectionId, reader] of this.#readers) {
      const next = reader.busy ? undefined : this.#nextFor(reader);
      if (!next) continue;
      this.#lastFlush = performance.now();
      this.#firstFlush ??= this.#lastFlush;
      const sending = this.#send(connectionId, reader, next).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }

  /** Order of the pieces: the reply's first piece, the thoughts that are left, the rest of the reply. */
  #nextFor({ sent, knowsOfThinking }: Reader): Piece | undefined {
    const reply = endOfPiece(this.#text, sent.reply);
    const isReplyDue = reply > sent.reply;
    if (isReplyDue && sent.reply === 0) return { of: 'reply', end: reply };
    const thoughts = endOfPiece(this.#thoughts, sent.thoughts);
    const isNews = this.#thinksSince !== undefined && !knowsOfThinking;
    if (thoughts > sent.thoughts || isNews) return { of: 'thoughts', end: thoughts };
    return isReplyDue ? { of: 'reply', end: reply } : undefined;
  }

  async #sendThoughts(connectionId: string, reader: Reader): Promise<void> {
    for (;;) {
      const from = reader.sent.thoughts;
      const end = endOfPiece(this.#thoughts, from);
      if (end > from) await this.#send(connectionId, reader, { of: 'thoughts', end });
      // Ends when all thoughts are sent, or when a piece could not be delivered.
      if (reader.sent.thoughts === from) return;
    }
  }

  #frameOf({ sent }: Reader, { of, end }: Piece): ServerFrame {
    const offset = sent[of];
    const ms = this.thoughtMs;
    if (of === 'thoughts') {
      const text = this.#thoughts.slice(offset, end);
      return { type: 'thinkingDelta', data: { ...this.#about, offset, text, ms: ms ?? 0 } };
    }
    const thought = offset === 0 && ms !== undefined ? { thoughtMs: ms } : {};
    return {
      type: 'assistantDelta',
      data: { ...this.#about, offset, text: this.#text.slice(offset, end), ...thought },
    };
  }

  async #send(connectionId: string, reader: Reader, piece: Piece): Promise<void> {
    reader.busy = true;
    try {
      if ((await this.#post(connectionId, this.#frameOf(reader, piece))) === 'gone') {
        this.#readers.delete(connectionId);
        await this.#onGone(connectionId);
        return;
      }
      reader.sent[piece.of] = piece.end;
      if (piece.of === 'thoughts') reader.knowsOfThinking = true;
    } catch (cause) {
      log('WARN', 'delta not delivered', { cause });
    } finally {
      reader.busy = false;
    }
    if (this.#nextFor(reader)) this.#schedule();
  }
}

interface Piece {
  readonly of: 'reply' | 'thoughts';
  readonly end: number;
}

/** Never splits a surrogate pair. */
function endOfPiece(text: string, from: number): number {
  const end = Math.min(text.length, from + PIECE_LENGTH);
  return end > from && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
