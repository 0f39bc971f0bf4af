/** The built-in demo model: no intelligence, but replies worth looking at, streamed as a model streams. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplySource } from '../types.ts';
import { writeReply } from './write.ts';

export interface DemoOptions {
  /** Longest pause between two pieces, in milliseconds; the shortest is half of it. 0 for tests. @default 30 */
  readonly paceMs?: number;
}

export function demoModel({ paceMs = 30 }: DemoOptions = {}): ReplySource {
  return async function* (request, { signal }) {
    for (const piece of piecesOf(writeReply(request.messages))) {
      if (paceMs > 0) await sleep(paceMs * (0.5 + Math.random() / 2));
      if (signal.aborted) return;
      yield piece;
    }
  };
}

/** Pieces of about a token: a word with the space before it, long words in parts. */
function piecesOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? [];
}
