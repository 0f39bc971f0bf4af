import { formatDateTime } from '../../../lib/format-date.ts';
import { accountCopy } from '../copy.ts';
import type { ExportedChat } from './read-all-pages.ts';

const texts = accountCopy.export;

/** Returns the text that names a model: the true model, else the display name, else the id. */
export type NameModel = (id: string) => string;

export interface Names {
  readonly nameModel: NameModel;
  /** Path in the archive of each file that it holds, by id. */
  readonly pathsOfFiles: ReadonlyMap<string, string>;
}

/**
 * Returns a chat as Markdown. A reply's heading names its model. The text of each message is unchanged, and links to its
 * files follow it.
 */
export function chatToMarkdown(
  { name, createdAt, messages }: ExportedChat,
  { nameModel, pathsOfFiles }: Names,
): string {
  const parts = messages.map(({ role, content, createdAt: at, liked, model, files = [] }) => {
    const who = role === 'user' ? texts.you : texts.assistant;
    const by = model === undefined ? [] : [nameModel(model)];
    const notes = [formatDateTime(at), ...(liked ? [texts.liked] : []), ...by].join(', ');
    const links = files.map(({ fileId, name: fileName }) => {
      const path = pathsOfFiles.get(fileId);
      return path === undefined
        ? `- ${inline(fileName)} (${texts.removedFile})\n`
        : `- [${inline(fileName)}](../${path.split('/').map(encodeURIComponent).join('/')})\n`;
    });
    const body = [content, links.join('')].filter((part) => part !== '').join('\n\n');
    return `## ${who} (${notes})\n\n${body}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

/** Puts a chat's name on one line and escapes its Markdown characters, for a heading. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
