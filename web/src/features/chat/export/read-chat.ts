import type { Message } from '#contract/entities';
import { getChatHistory } from '../api/early-chat-calls.ts';

interface Reading {
  /** Index of a message on the path to read. @default the chat's newest path is read */
  readonly through?: number | undefined;
  readonly signal: AbortSignal;
  /** Called before each request with the number of messages read so far. */
  readonly onCount: (count: number) => void;
}

/**
 * Reads all messages of one path of a chat, the oldest message first.
 * @throws as `callApi` when a request fails or is cancelled; the signal's reason after a cancellation between requests
 */
export async function readChat(
  chatId: string,
  { through, signal, onCount }: Reading,
): Promise<readonly Message[]> {
  const pages: (readonly Message[])[] = [];
  let count = 0;
  let before: number | undefined;
  do {
    onCount(count);
    const page = await getChatHistory(chatId, { before, through }, signal);
    signal.throwIfAborted();
    pages.unshift(page.messages);
    count += page.messages.length;
    before = page.olderThan;
  } while (before !== undefined);
  return pages.flat();
}
