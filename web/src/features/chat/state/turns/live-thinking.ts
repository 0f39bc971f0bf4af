import type { AssistantDeltaData, ThinkingDeltaData } from '#contract/socket';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import { LiveReply } from './live-reply.ts';

export interface ThinkingState {
  /** Time by `performance.now()` at which the model began to think; undefined once `ms` is known. */
  readonly since: number | undefined;
  /** Milliseconds for which the model thought; undefined while it thinks. */
  readonly ms: number | undefined;
}

export const NO_THINKING: ReadStore<ThinkingState | undefined> = {
  get: () => undefined,
  subscribe: () => () => undefined,
};

/**
 * Thoughts that a model writes before its reply. The server does not store thoughts, so only a page that was open while
 * they streamed has them.
 */
export class LiveThinking {
  /** May stay empty while the model thinks. */
  readonly text = new LiveReply(0);
  readonly #state = createStore<ThinkingState | undefined>(undefined);
  #attempt = 0;

  /** Holds undefined until a frame says that the model thinks or has thought. */
  get state(): ReadStore<ThinkingState | undefined> {
    return this.#state;
  }

  apply(delta: ThinkingDeltaData): void {
    if (delta.attempt < this.#attempt) return;
    this.#startOverAt(delta.attempt);
    this.text.apply(delta);
    const since = performance.now() - delta.ms;
    const known = this.#state.get();
    // A late frame must not shorten the time of thinking that the page shows.
    if (known?.ms === undefined && since < (known?.since ?? Number.POSITIVE_INFINITY))
      this.#state.set({ since, ms: undefined });
  }

  /** The reply's first chunk states how long the model thought. */
  replyBegan({ attempt, thoughtMs }: AssistantDeltaData): void {
    if (attempt < this.#attempt) return;
    this.#startOverAt(attempt);
    if (thoughtMs !== undefined) this.#state.set({ since: undefined, ms: thoughtMs });
  }

  #startOverAt(attempt: number): void {
    if (attempt === this.#attempt) return;
    this.#attempt = attempt;
    if (this.#state.get() === undefined) return;
    this.#state.set(undefined);
    this.text.apply({ attempt, offset: 0, text: '' });
  }
}
