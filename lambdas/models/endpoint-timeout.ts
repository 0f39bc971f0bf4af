import type { ModelSpec } from '#contract/deployment-config';
import type { ModelEvent } from './model-port.ts';

/** Milliseconds within which the endpoint must begin its response. */
export const CONNECT_LIMIT_MS = 30_000;
/** Milliseconds between the head of the response and the first chunk of its body, and between two chunks. */
export const SILENCE_LIMIT_MS = 45_000;
/** Replaces `SILENCE_LIMIT_MS` for a model that can think, because some endpoints send nothing while a model thinks. */
export const THINKING_SILENCE_LIMIT_MS = 240_000;

/** Aborts a call to an endpoint that is silent for too long. */
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
   * Kind of failure if the call fails now: `broken` when the reply has begun, else `unavailable`. Chunks without text
   * do not count, because endpoints open their stream before their model answers.
   */
  get failure(): 'broken' | 'unavailable' {
    return this.#hasText ? 'broken' : 'unavailable';
  }

  start(ms = CONNECT_LIMIT_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(new Error('The endpoint took too long')), ms);
  }

  async *watch(bytes: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
    this.start(this.#silenceMs);
    for await (const chunk of bytes) {
      this.start(this.#silenceMs);
      yield chunk;
    }
  }

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
