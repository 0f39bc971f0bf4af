/** Derives a chat's name from its first message (docs/spec.md 4.5). Browser and server share this rule. */
import { CHAT_AUTO_NAME_LENGTH, CHAT_NAME_MAX_LENGTH } from './limits.ts';

/**
 * Returns the first `CHAT_AUTO_NAME_LENGTH` graphemes on one line, within `CHAT_NAME_MAX_LENGTH` UTF-16 units. Counting
 * graphemes keeps emoji whole.
 */
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
