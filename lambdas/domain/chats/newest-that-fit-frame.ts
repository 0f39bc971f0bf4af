import type { Message } from '#contract/entities';
import { POST_MAX_BYTES } from '#contract/limits';

const ENVELOPE_BYTES = 2_048;

/** Returns the newest messages that together fit in one frame. Takes and returns them oldest first. */
export function newestThatFitFrame(messages: readonly Message[]): readonly Message[] {
  let left = POST_MAX_BYTES - ENVELOPE_BYTES;
  const isOver = (message: Message): boolean => {
    left -= Buffer.byteLength(JSON.stringify(message)) + 1;
    return left < 0;
  };
  return messages.slice(messages.findLastIndex(isOver) + 1);
}
