/** The name that a chat takes from its first message (docs/spec.md 4.5), by one rule for browser and server. */
import { CHAT_AUTO_NAME_LENGTH, CHAT_NAME_MAX_LENGTH } from './limits.ts';

/** The first `CHAT_AUTO_NAME_LENGTH` graphemes on one line, so no emoji is cut, within `CHAT_NAME_MAX_LENGTH` code units. */
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
