/** Reply source that sends scripted chunks, for tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConverseRequest, type ReplyChunk, type ReplySource, textOf } from './bedrock-types.ts';

export interface Script {
  readonly chunks: readonly ReplyChunk[];
  /** Milliseconds before each chunk. @default 0 */
  readonly delayMs?: number;
  /** Awaited before each chunk, so that a test can hold a reply at a certain point. */
  readonly gate?: (index: number) => void | Promise<void>;
}

export function scriptedSource(
  write: (lastMessage: string, request: ConverseRequest, modelId: string) => Script,
): ReplySource {
  return async function* (request, { modelId, signal }) {
    const last = request.messages.at(-1);
    const { chunks, delayMs = 0, gate } = write(last ? textOf(last) : '', request, modelId);
    for (const [index, chunk] of chunks.entries()) {
      await gate?.(index);
      if (delayMs > 0) await sleep(delayMs);
      if (signal.aborted) return;
      yield chunk;
    }
  };
}
