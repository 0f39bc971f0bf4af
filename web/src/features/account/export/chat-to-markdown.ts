import { formatDateTime } from '../../../lib/format-date.ts';
import { accountCopy } from '../copy.ts';
import type { ExportedChat } from './read-all-pages.ts';

const texts = accountCopy.export;

/** Returns the text that names a model: the true model, else the display name, else the id. */
export type NameModel = (id: string) => string;

/** Returns a chat as Markdown. A reply's heading names its model. The text of each message is unchanged. */
export function chatToMarkdown({ name, createdAt, messages }: ExportedChat, nameModel: NameModel): string {
  const parts = messages.map(({ role, content, createdAt: at, liked, model }) => {
    const who = role === 'user' ? texts.you : texts.assistant;
    const by = model === undefined ? [] : [nameModel(model)];
    const notes = [formatDateTime(at), ...(liked ? [texts.liked] : []), ...by].join(', ');
    return `## ${who} (${notes})\n\n${content}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

/** Puts a chat's name on one line and escapes its Markdown characters, for a heading. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
