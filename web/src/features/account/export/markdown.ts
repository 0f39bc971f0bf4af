/** A chat as Markdown, to be read anywhere: what was said is left as it was written. */

import { formatDateTime } from '../../../lib/dates.ts';
import { accountCopy } from '../copy.ts';
import type { ExportedChat } from './collect.ts';

const texts = accountCopy.export;

export function toMarkdown({ name, createdAt, messages }: ExportedChat): string {
  const parts = messages.map(({ role, content, createdAt: at, liked }) => {
    const who = role === 'user' ? texts.you : texts.assistant;
    const notes = [formatDateTime(at), ...(liked ? [texts.liked] : [])].join(', ');
    return `## ${who} (${notes})\n\n${content}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

/** A heading is one line, and what is in a name is not markup. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
