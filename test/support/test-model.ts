/** A model for tests that replies as the test tells it to. */
import type { ConverseRequest, ReplyChunk, ReplySource } from '../../local/bedrock/bedrock.ts';
import { ServiceFault } from '../../local/faults/faults.ts';

/** HTTP status of Bedrock's exceptions. */
const STATUS: Readonly<Record<string, number>> = {
  ThrottlingException: 429,
  ServiceUnavailableException: 503,
};

/** A reply whose pieces a test sends one by one. */
export interface ReplyByHand {
  /** Resolves when the model is called. */
  readonly started: Promise<void>;
  write(chunk: ReplyChunk): void;
  end(): void;
}

type Speak = (request: ConverseRequest, signal: AbortSignal) => AsyncIterable<ReplyChunk>;

export class TestModel {
  readonly calls: ConverseRequest[] = [];
  #speak: Speak = pieces(['A plain reply.']);

  readonly source: ReplySource = (request, { signal }) => {
    this.calls.push(request);
    return this.#speak(request, signal);
  };

  /**
   * From now on every reply is these pieces. An Error among them fails the stream there: its message names Bedrock's
   * exception, its cause is the exception's message.
   */
  replyWith(...chunks: readonly (ReplyChunk | Error)[]): void {
    this.#speak = pieces(chunks);
  }

  /** The next calls give these pieces, one list each; later ones give the last list. */
  replyInTurn(...replies: readonly (readonly ReplyChunk[])[]): void {
    let call = 0;
    this.#speak = (request, signal) => {
      const chunks = replies[Math.min(call, replies.length - 1)] ?? [];
      call += 1;
      return pieces(chunks)(request, signal);
    };
  }

  /** From now on every reply is these pieces, one every so many milliseconds (for benches). */
  replyPaced(chunks: readonly string[], everyMs: number): void {
    this.#speak = async function* () {
      const begun = performance.now();
      for (const [i, chunk] of chunks.entries()) {
        const wait = begun + i * everyMs - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        yield chunk;
      }
    };
  }

  /** From now on every call fails with this exception of Bedrock. */
  failWith(code: string): void {
    this.#speak = pieces([new Error(code)]);
  }

  /** From now on replies are written by the test; calls of one turn share what was written. */
  replyByHand(): ReplyByHand {
    const chunks: ReplyChunk[] = [];
    const waiting = new Set<() => void>();
    const wake = () => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    };
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    let ended = false;
    this.#speak = async function* (_, signal) {
      start();
      signal.addEventListener('abort', wake, { once: true });
      for (let next = 0; ; next++) {
        while (next >= chunks.length && !ended && !signal.aborted)
          await new Promise<void>((resolve) => waiting.add(resolve));
        const chunk = chunks[next];
        if (signal.aborted || chunk === undefined) return;
        yield chunk;
      }
    };
    return {
      started,
      write(chunk) {
        chunks.push(chunk);
        wake();
      },
      end() {
        ended = true;
        wake();
      },
    };
  }
}

const pieces = (chunks: readonly (ReplyChunk | Error)[]): Speak =>
  async function* () {
    for (const chunk of chunks) {
      if (chunk instanceof Error)
        throw new ServiceFault({
          ...{ code: chunk.message, status: STATUS[chunk.message] ?? 400 },
          ...(typeof chunk.cause === 'string' && { message: chunk.cause }),
        });
      yield chunk;
    }
  };
