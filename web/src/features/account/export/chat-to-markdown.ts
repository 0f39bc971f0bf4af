import { formatDateTime } from '../../../lib/format-date.ts';
import { accountCopy } from '../copy.ts';
import type { ExportedChat } from './read-all-pages.ts';

const texts = accountCopy.export;

/** Returns a chat as Markdown. The text of each message is unchanged. */
export function chatToMarkdown({ name, createdAt, messages }: ExportedChat): string {
  const parts = messages.map(({ role, content, createdAt: at, liked }) => {
    const who = role === 'user' ? texts.you : texts.assistant;
    const notes = [formatDateTime(at), ...(liked ? [texts.liked] : [])].join(', ');
    return `## ${who} (${notes})\n\n${content}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

/** Puts a chat's name on one line and escapes its Markdown characters, for a heading. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
