/** Time limits of a call to an endpoint that streams server-sent events. */
import type { ModelSpec } from '#contract/config';

/** Milliseconds within which the endpoint must begin its response. */
export const CONNECT_LIMIT_MS = 30_000;
/** Milliseconds that may pass before the first chunk of the response, and between two chunks. */
export const SILENCE_LIMIT_MS = 45_000;
/** The same for a model that thinks, because some endpoints send nothing of long thoughts. */
export const THINKING_SILENCE_LIMIT_MS = 240_000;

/** Aborts a call that takes too long. */
export class EndpointLimit {
  readonly #silenceMs: number;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;

  constructor({ thinking = 'none' }: Pick<ModelSpec, 'thinking'>) {
    this.#silenceMs = thinking === 'none' ? SILENCE_LIMIT_MS : THINKING_SILENCE_LIMIT_MS;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Kind of failure that an error now means: `unavailable` before the first chunk of the body, `broken` after it. */
  get failure(): 'broken' | 'unavailable' {
    return this.#isReading ? 'broken' : 'unavailable';
  }

  /** Starts the time until the response begins. */
  start(ms = CONNECT_LIMIT_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(new Error('The endpoint took too long')), ms);
  }

  /** Yields the response's chunks, and starts the time again with each. */
  async *watch(bytes: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
    this.start(this.#silenceMs);
    for await (const chunk of bytes) {
      this.#isReading = true;
      this.start(this.#silenceMs);
      yield chunk;
    }
  }

  /** Stops the timer and cancels a response body that was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}
