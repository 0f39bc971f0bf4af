import { CHAT_NAME_MAX_LENGTH } from './limits.ts';

/** After a chat's first message, the client renames the chat if its name begins with this prefix. */
export const CHAT_DEFAULT_NAME_PREFIX = 'Chat';

/** Graphemes of the first message that become the chat's name (docs/spec.md 9). */
const CHAT_AUTO_NAME_LENGTH = 20;

/** Derives a chat's name from its first message (docs/spec.md 4.5). Counts graphemes, so that emoji stay whole. */
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
