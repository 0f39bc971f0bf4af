import type { AssistantDeltaData } from '#contract/socket';

/**
 * Limit of the chunks that wait for an earlier chunk. Further chunks are dropped, since the final message has the
 * text.
 */
const MAX_EARLY_CHUNKS = 2_000;

type Chunk = Pick<AssistantDeltaData, 'attempt' | 'offset' | 'text'>;

/**
 * Text of a streaming reply, assembled by the offsets of its chunks (docs/spec.md 7.2). Drops duplicates, keeps a chunk
 * that arrives before its predecessor, and starts over at a higher `attempt`. The message view that shows the reply
 * subscribes. Subscribers are called at most once per animation frame.
 */
export class LiveReply {
  #current = '';
  #run: number;
  readonly #early = new Map<number, string>();
  readonly #listeners = new Set<() => void>();
  readonly #schedule: (notify: () => void) => void;
  #scheduled = false;

  constructor(attempt: number, text = '', schedule: (notify: () => void) => void = nextFrame) {
    this.#run = attempt;
    this.#current = text;
    this.#schedule = schedule;
  }

  /** Number of the worker's attempt that wrote this text. */
  get attempt(): number {
    return this.#run;
  }

  readonly text = (): string => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Adds one chunk. Ignores a chunk of an earlier attempt. */
  apply({ attempt, offset, text }: Chunk): void {
    if (attempt < this.#run) return;
    if (attempt > this.#run) this.#restart(attempt);
    if (offset > this.#current.length) this.#keep(offset, text);
    else if (this.#append(offset, text)) this.#drainEarly();
  }

  #restart(attempt: number): void {
    this.#run = attempt;
    this.#current = '';
    this.#early.clear();
    this.#notify();
  }

  #keep(offset: number, text: string): void {
    const known = this.#early.get(offset);
    if (known !== undefined ? known.length < text.length : this.#early.size < MAX_EARLY_CHUNKS)
      this.#early.set(offset, text);
  }

  /** Appends the part of `text` beyond the current end. Returns false if there is none. */
  #append(offset: number, text: string): boolean {
    const fresh = text.slice(this.#current.length - offset);
    if (fresh === '') return false;
    this.#current += fresh;
    this.#notify();
    return true;
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

  #notify(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}

/** Waits for the next animation frame. A hidden tab has none, so its reply is updated when the tab is shown again. */
function nextFrame(notify: () => void): void {
  requestAnimationFrame(notify);
}
