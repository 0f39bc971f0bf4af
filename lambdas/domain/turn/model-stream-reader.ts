/** Reads the model's stream of one reply, within a limit of size. */

import type { TerminalStatus } from '#contract/entities';
import type { SharedErrorCode } from '#contract/error-codes';
import { REPLY_MAX_BYTES } from '#contract/limits';
import { ModelError, type ModelEvent } from '../../models/model-port.ts';
import { countsIn, type TokenCounts } from '../../models/token-counts.ts';
import { log } from '../../runtime/log.ts';
import { orAborted } from '../../runtime/or-aborted.ts';

/**
 * Reason why this worker stopped reading.
 * - `stopped`: the user has stopped the reply.
 * - `lost`: another worker has the turn, or the turn has ended.
 * - `deadline`: the function is about to time out.
 */
export type Cut = 'stopped' | 'lost' | 'deadline';

export interface ReplyOutcome extends TokenCounts {
  readonly status: TerminalStatus;
  readonly error?: SharedErrorCode;
}

export class ModelStreamReader {
  readonly #abort = new AbortController();
  #cut: Cut | undefined;

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
    let end: TerminalStatus | undefined;
    let usage: TokenCounts = { inputTokens: 0, outputTokens: 0 };
    try {
      for (;;) {
        const { done, value } = await orAborted(events.next(), this.signal);
        if (done) break;
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
      this.#abort.abort();
    }
  }

  #failure(error: unknown, hasText: boolean): { status: TerminalStatus; error?: SharedErrorCode } {
    if (this.#cut === 'stopped') return { status: 'stopped' };
    if (this.#cut === 'deadline' && hasText) return { status: 'truncated' };
    if (!this.#cut) log('WARN', 'model failed', { cause: error });
    return { status: 'failed', error: hasText ? 'reply_failed' : codeOf(error) };
  }
}

/** Returns the code of a failure before the first text. */
function codeOf(error: unknown): SharedErrorCode {
  const failure = error instanceof ModelError ? error.failure : 'broken';
  if (failure === 'exhausted') return 'reply_only_thought';
  return failure === 'throttled' || failure === 'unavailable' ? 'model_unavailable' : 'reply_failed';
}
