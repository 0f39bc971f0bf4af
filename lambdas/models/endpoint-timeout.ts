/** Aborts a call to a streaming endpoint that answers too slowly. Tells whether a failed call had begun its reply. */
import type { ModelSpec } from '#contract/deployment-config';
import type { ModelEvent } from './model-port.ts';

/** Milliseconds within which the endpoint must begin its response. */
export const CONNECT_LIMIT_MS = 30_000;
/**
 * Milliseconds that may pass between the head of the response and the first chunk of its body, and between two chunks.
 */
export const SILENCE_LIMIT_MS = 45_000;
/** Replaces `SILENCE_LIMIT_MS` for a model that can think, because some endpoints send nothing while a model thinks. */
export const THINKING_SILENCE_LIMIT_MS = 240_000;

/** Timer of one call. Aborts the call when the endpoint is silent for too long. */
export class EndpointTimeout {
  readonly #silenceMs: number;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #hasText = false;

  constructor({ thinking = 'none' }: Pick<ModelSpec, 'thinking'>) {
    this.#silenceMs = thinking === 'none' ? SILENCE_LIMIT_MS : THINKING_SILENCE_LIMIT_MS;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /**
   * Kind of failure of a call that throws an error now: `unavailable` before the reply's first text, `broken` after it.
   * The first chunk of the body does not count, because endpoints open their stream before their model answers.
   */
  get failure(): 'broken' | 'unavailable' {
    return this.#hasText ? 'broken' : 'unavailable';
  }

  /**
   * Starts the timer that aborts the call, or starts it again.
   * @param ms milliseconds until the abort; by default the limit for the beginning of the response
   */
  start(ms = CONNECT_LIMIT_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(new Error('The endpoint took too long')), ms);
  }

  /** Yields the response's chunks, and starts the timer again at each chunk. */
  async *watch(bytes: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
    this.start(this.#silenceMs);
    for await (const chunk of bytes) {
      this.start(this.#silenceMs);
      yield chunk;
    }
  }

  /** Yields the reply's events, and notes its first text. */
  async *events(reply: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    for await (const event of reply) {
      if (event.type === 'text') this.#hasText = true;
      yield event;
    }
  }

  /** Stops the timer and cancels a response body that was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}
