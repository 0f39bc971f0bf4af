/**
 * Names of chats: how a default name begins, and the name that the first message gives (docs/spec.md 4.5). The client
 * and the functions share both.
 */
import { CHAT_NAME_MAX_LENGTH } from './limits.ts';

/** Prefix of a chat's default name. After its first message, the client renames a chat whose name has this prefix. */
export const CHAT_DEFAULT_NAME_PREFIX = 'Chat';

/** Graphemes of the first message that become the chat's name (docs/spec.md 9). */
const CHAT_AUTO_NAME_LENGTH = 20;

/**
 * Derives a chat's name from its first message. Returns the first `CHAT_AUTO_NAME_LENGTH` graphemes on one line, within
 * `CHAT_NAME_MAX_LENGTH` UTF-16 units. Counting graphemes keeps emoji whole.
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
