/** The model of the chaos. Each call's text is unique, so that a mixture of two replies is noticed. */
import { type ReplySource, textOf } from '../../local/bedrock/bedrock-types.ts';
import { ServiceFault } from '../../local/faults/faults.ts';
import type { ModelFault } from './schedule.ts';

const PAUSE_MS = 400;

export class ChaosModel {
  /** The whole text planned for each call, even if a fault cut it short. */
  readonly #written: string[] = [];
  readonly #faults: { readonly how: ModelFault; readonly piece: number }[] = [];
  #calls = 0;
  /** Milliseconds between pieces. */
  pace = 0;

  readonly source: ReplySource = (request, { signal }) => {
    const question = textOf(request.messages.at(-1) ?? { role: 'user', content: [] });
    const call = ++this.#calls;
    const words = Array.from({ length: 3 + (call % 6) }, (_, i) => `w${i}-${call} `);
    const pieces = [`Re ${question}: `, ...words, `end-${call}.`];
    this.#written.push(pieces.join(''));
    return this.#speak(pieces, signal, this.#faults.shift());
  };

  /** Plans a fault for the next call that has none. */
  plan(how: ModelFault, piece: number): void {
    this.#faults.push({ how, piece });
  }

  heal(): void {
    this.#faults.length = 0;
  }

  /** True if a text is the beginning of the reply of one call. */
  wrote(text: string): boolean {
    return this.#written.some((whole) => whole.startsWith(text));
  }

  forget(): void {
    this.#written.length = 0;
  }

  async *#speak(
    pieces: readonly string[],
    signal: AbortSignal,
    fault: { readonly how: ModelFault; readonly piece: number } | undefined,
  ): ReturnType<ReplySource> {
    if (fault?.how === 'throttled')
      throw new ServiceFault({ code: 'ThrottlingException', status: 429, message: 'Too many requests' });
    for (const [i, piece] of pieces.entries()) {
      if (signal.aborted) return;
      if (fault && fault.piece === i) {
        if (fault.how === 'fails') throw new ServiceFault({ code: 'ModelStreamErrorException', status: 424 });
        if (fault.how === 'filtered') return yield { stop: 'content_filtered' };
        if (fault.how === 'truncated') return yield { stop: 'max_tokens' };
        await pause(PAUSE_MS, signal);
      }
      if (this.pace > 0 && i > 0) await pause(this.pace, signal);
      yield piece;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
