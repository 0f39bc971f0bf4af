import { CHUNK_PACE } from '#contract/limits';
import type { AssistantDeltaData } from '#contract/socket';
import { paceByFrames, type UpdatePace } from './text-update-pace.ts';

/**
 * Largest number of chunks that wait for an earlier chunk. Further chunks are dropped. No text is lost: the reply's
 * final frame has the whole text. If the text does not fit the frame, the client reads the history.
 */
const MAX_EARLY_CHUNKS = 2_000;

/** Number of steps in which new text is revealed. Each step renders the message again. */
const STEPS = 2;
const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

type Chunk = Pick<AssistantDeltaData, 'attempt' | 'offset' | 'text'>;

/**
 * Text of a streaming reply, assembled from chunks (frames `assistantDelta`) by their offsets (docs/spec.md 7.2). Drops
 * duplicates, keeps a chunk that arrives before its predecessor, and starts over at a higher `attempt`. `ReplyText`
 * subscribes and renders `shown`, which reveals new text in even steps until the next chunk is expected. Subscribers
 * are called at a pace that the device can keep (`paceByFrames`).
 */
export class LiveReply {
  #current = '';
  #shown: string;
  /** Steps left to reveal the text that has arrived but is not shown yet. */
  #steps = 1;
  #stepTimer: ReturnType<typeof setTimeout> | undefined;
  #firstGrewAt: number | undefined;
  #attempt: number;
  readonly #early = new Map<number, string>();
  readonly #listeners = new Set<() => void>();
  readonly #pace: UpdatePace;

  constructor(attempt: number, text = '', createPace: (update: () => void) => UpdatePace = paceByFrames) {
    this.#attempt = attempt;
    this.#current = text;
    this.#shown = text;
    this.#pace = createPace(() => this.#reveal());
  }

  /** Returns all of the text that has arrived. */
  readonly text = (): string => this.#current;

  /** Returns the part of the text to show now. */
  readonly shown = (): string => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Adds one chunk. Ignores a chunk of an earlier attempt. A chunk of a later attempt begins the text again. */
  apply({ attempt, offset, text }: Chunk): void {
    if (attempt < this.#attempt) return;
    let hasChanged = attempt > this.#attempt;
    if (hasChanged) this.#restart(attempt);
    if (offset > this.#current.length) this.#keep(offset, text);
    else if (this.#append(offset, text)) {
      this.#drainEarly();
      hasChanged = true;
    }
    if (hasChanged) this.#grow();
  }

  #restart(attempt: number): void {
    this.#attempt = attempt;
    this.#current = '';
    this.#shown = '';
    this.#early.clear();
  }

  #keep(offset: number, text: string): void {
    const known = this.#early.get(offset);
    if (known !== undefined ? known.length < text.length : this.#early.size < MAX_EARLY_CHUNKS)
      this.#early.set(offset, text);
  }

  /** Appends the part of `text` beyond the end of the current text. Returns false if there is no such part. */
  #append(offset: number, text: string): boolean {
    const fresh = text.slice(this.#current.length - offset);
    this.#current += fresh;
    return fresh !== '';
  }

  #drainEarly(): void {
    let grew = this.#early.size > 0;
    while (grew) {
      grew = false;
      for (const [offset, text] of this.#early) {
        if (offset > this.#current.length) continue;
        this.#early.delete(offset);
        grew = this.#append(offset, text) || grew;
      }
    }
  }

  /**
   * Reveals the hidden text in even steps until the next chunk is expected. Reveals all hidden text at once in three
   * cases: with reduced motion, on a slow device, and in the first `CHUNK_PACE.earlyMs` milliseconds after the first
   * chunk, because the worker then sends chunks more often.
   */
  #grow(): void {
    const now = performance.now();
    this.#firstGrewAt ??= now;
    const isEarly = now - this.#firstGrewAt < CHUNK_PACE.earlyMs;
    this.#steps = isEarly || reducedMotion?.matches || this.#pace.isSlow() ? 1 : STEPS;
    clearTimeout(this.#stepTimer);
    this.#pace.request();
  }

  #reveal(): void {
    const from = this.#shown.length;
    const end = from + Math.ceil((this.#current.length - from) / this.#steps);
    this.#shown = this.#current.slice(0, afterPair(this.#current, end));
    this.#steps -= 1;
    if (this.#shown !== this.#current)
      this.#stepTimer = setTimeout(() => this.#pace.request(), CHUNK_PACE.intervalMs / STEPS);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Returns `end`, or `end + 1` if `end` is between the halves of a surrogate pair. */
const afterPair = (text: string, end: number): number =>
  (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
