import { CHUNK_PACE } from '#contract/limits';
import type { AssistantDeltaData } from '#contract/socket';
import { paceByFrames, type UpdatePace } from './text-update-pace.ts';

/**
 * Largest number of chunks that wait for an earlier chunk. Dropping further chunks loses no text, because the final
 * frame or the history has all of it.
 */
const MAX_EARLY_CHUNKS = 2_000;

/** Number of steps in which new text is revealed. Each step renders the message again. */
const STEPS = 2;
const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

type Chunk = Pick<AssistantDeltaData, 'attempt' | 'offset' | 'text'>;

/**
 * Text of a streaming reply, assembled from the frames `assistantDelta` by their offsets (docs/spec.md 7.2). Chunks may
 * arrive twice or out of order. A chunk of a higher `attempt` starts the text over.
 */
export class LiveReply {
  #current = '';
  #shown: string;
  /** Steps left to reveal the text that has arrived. */
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

  readonly shown = (): string => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

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

  /** Appends the part of `text` beyond the current text. Returns false if there is no such part. */
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
   * Reveals new text in even steps until the next chunk is expected. Uses one step with reduced motion, on a slow
   * device, and in the first `CHUNK_PACE.earlyMs`, when the worker sends chunks more often.
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
