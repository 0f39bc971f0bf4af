/** Reads the model's stream of one reply, within limits of silence and size. */

import type { TerminalStatus } from '#contract/entities';
import type { ErrorCode } from '#contract/errors';
import { REPLY_MAX_BYTES } from '#contract/limits';
import { ModelError, type ModelEvent } from '../../models/model-port.ts';
import { countsIn, type TokenCounts } from '../../models/token-counts.ts';
import { log } from '../../runtime/log.ts';

/**
 * Reason why this worker stopped reading.
 * - `stopped`: the user has stopped the reply.
 * - `lost`: another worker has the turn, or the turn has ended.
 * - `idle`: the model was silent too long.
 * - `deadline`: the function is about to time out.
 */
export type Cut = 'stopped' | 'lost' | 'idle' | 'deadline';

export interface ReplyOutcome extends TokenCounts {
  readonly status: TerminalStatus;
  readonly error?: ErrorCode;
}

/** Milliseconds of silence after which a model is given up. */
export const IDLE_LIMIT_MS = 60_000;
/** Milliseconds of silence after a thought. Some providers send nothing while a model thinks for long. */
export const THINKING_LIMIT_MS = 240_000;

export class ModelStreamReader {
  readonly #abort = new AbortController();
  #cut: Cut | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Aborted by `cut`, and when `read` returns. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get wasCut(): Cut | undefined {
    return this.#cut;
  }

  cut(reason: Cut): void {
    this.#cut ??= reason;
    this.#abort.abort();
  }

  /**
   * Reads the stream to its end, to a cut, or until the reply is longer than `REPLY_MAX_BYTES` (`truncated`). Never
   * throws: a failure is a status.
   */
  async read(
    events: AsyncIterator<ModelEvent>,
    onText: (text: string) => void,
    onThought: (text: string) => void = () => undefined,
  ): Promise<ReplyOutcome> {
    let bytes = 0;
    let isThinking = false;
    let end: TerminalStatus | undefined;
    let usage: TokenCounts = { inputTokens: 0, outputTokens: 0 };
    try {
      for (;;) {
        this.#waitForNext(isThinking ? THINKING_LIMIT_MS : IDLE_LIMIT_MS);
        const { done, value } = await this.#orCut(events.next());
        if (done) break;
        isThinking = value.type === 'thinking';
        if (value.type === 'end') end = value.status;
        else if (value.type === 'usage') usage = countsIn(value);
        else if (value.type === 'thinking') onThought(value.text);
        else {
          bytes += Buffer.byteLength(value.text);
          if (bytes > REPLY_MAX_BYTES) return { status: 'truncated', ...usage };
          onText(value.text);
        }
      }
      return { status: end ?? 'failed', ...usage };
    } catch (error) {
      // After an `end` event, only the token counts can be missing. The worker then estimates them.
      if (end && this.#cut !== 'lost') return { status: end, ...usage };
      return { ...this.#failure(error, bytes > 0), ...usage };
    } finally {
      clearTimeout(this.#idle);
      this.#abort.abort();
    }
  }

  #waitForNext(ms: number): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.cut('idle'), ms);
  }

  /** Rejects as soon as the stream is cut, since a provider may take long to notice the abort. */
  async #orCut<T>(next: Promise<T>): Promise<T> {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(new Error('cut'));
    if (this.signal.aborted) onAbort();
    this.signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([next, aborted]);
    } finally {
      this.signal.removeEventListener('abort', onAbort);
      next.catch(() => undefined);
    }
  }

  #failure(error: unknown, hasText: boolean): { status: TerminalStatus; error?: ErrorCode } {
    if (this.#cut === 'stopped') return { status: 'stopped' };
    if (this.#cut === 'deadline' && hasText) return { status: 'truncated' };
    if (!this.#cut) log('WARN', 'model failed', { cause: error });
    return { status: 'failed', error: hasText ? 'reply_failed' : codeOf(error) };
  }
}

/** Returns the code of a failure before the first text. */
function codeOf(error: unknown): ErrorCode {
  const failure = error instanceof ModelError ? error.failure : 'broken';
  if (failure === 'exhausted') return 'reply_only_thought';
  return failure === 'throttled' || failure === 'unavailable' ? 'model_unavailable' : 'reply_failed';
}
