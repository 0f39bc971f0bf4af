import { CHAT_AUTO_NAME_LENGTH, CHAT_DEFAULT_NAME_PREFIX, CHAT_NAME_MAX_LENGTH } from '#contract/limits';

/** Whether a chat still has its default name, and so takes its first message's (spec 4, Auto-rename). */
export const hasDefaultName = (name: string): boolean => name.startsWith(CHAT_DEFAULT_NAME_PREFIX);

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
