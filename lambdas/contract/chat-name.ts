/** Names that a chat takes from its first message (docs/spec.md 4.5): the same on both sides. */
import { CHAT_AUTO_NAME_LENGTH, CHAT_NAME_MAX_LENGTH } from './limits.ts';

/** The first 20 characters of a message, as a reader counts them: an emoji is never cut in half. */
export function nameFromMessage(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  let name = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (count === CHAT_AUTO_NAME_LENGTH || name.length + segment.length > CHAT_NAME_MAX_LENGTH) break;
    name += segment;
    count += 1;
  }
  return name.trim();
}
