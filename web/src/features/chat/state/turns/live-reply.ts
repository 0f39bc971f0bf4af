import type { AssistantDeltaData } from '#contract/socket';

/** Pieces that came too early are kept up to here; beyond it the final message fills in. */
const MAX_EARLY_PIECES = 2_000;

type Piece = Pick<AssistantDeltaData, 'attempt' | 'offset' | 'text'>;

/**
 * A reply as it streams in, assembled by the offsets of its pieces (docs/spec.md 7.2): duplicates are dropped, early
 * pieces wait for what is missing, and a higher `attempt` starts over. Watched by the one message that shows
 * it; watchers hear at most once a frame.
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

  /** The attempt at the reply whose text this is. */
  get attempt(): number {
    return this.#run;
  }

  readonly text = (): string => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Takes in one piece. */
  apply({ attempt, offset, text }: Piece): void {
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
    if (known !== undefined ? known.length < text.length : this.#early.size < MAX_EARLY_PIECES)
      this.#early.set(offset, text);
  }

  /** Adds what of `text` is not there yet; false when all of it is. */
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

/** A hidden tab draws no frames; its reply is shown when it is looked at again. */
function nextFrame(notify: () => void): void {
  requestAnimationFrame(notify);
}
