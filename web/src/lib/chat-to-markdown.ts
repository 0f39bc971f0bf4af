import type { Chat, FileInfo, Message } from '#contract/entities';
import { formatDateTime } from './format-date.ts';

const words = { you: 'You', assistant: 'Assistant', liked: 'liked', removedFile: 'removed' } as const;

export type NameModel = (id: string) => string;

export interface ExportNames {
  readonly nameModel: NameModel;
  /**
   * Returns a file's path in the ZIP archive, relative to the Markdown file. Returns undefined if the file is not in
   * the archive.
   * @default undefined: the export has no ZIP archive, and files are listed by name
   */
  readonly pathOf?: ((fileId: string) => string | undefined) | undefined;
}

/** Returns a chat as Markdown. A file that was removed, or is not in the ZIP archive, is marked as removed. */
export function chatToMarkdown(
  { name, createdAt, messages }: Pick<Chat, 'name' | 'createdAt'> & { readonly messages: readonly Message[] },
  { nameModel, pathOf }: ExportNames,
): string {
  const parts = messages.map(({ role, content, createdAt: at, liked, model, files = [] }) => {
    const who = role === 'user' ? words.you : words.assistant;
    const by = model === undefined ? [] : [nameModel(model)];
    const notes = [formatDateTime(at), ...(liked ? [words.liked] : []), ...by].join(', ');
    const list = files.map((file) => `- ${describeFile(file, pathOf)}\n`).join('');
    const body = [content, list].filter((part) => part !== '').join('\n\n');
    return `## ${who} (${notes})\n\n${body}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

function describeFile({ fileId, name, isRemoved = false }: FileInfo, pathOf: ExportNames['pathOf']): string {
  const path = pathOf?.(fileId);
  if (path !== undefined) return `[${inline(name)}](${path.split('/').map(encodePart).join('/')})`;
  return isRemoved || pathOf ? `${inline(name)} (${words.removedFile})` : inline(name);
}

/** Also encodes parentheses, which would end a link's address in Markdown. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');

/** Puts a name on one line, and escapes the characters of headings, links, code, emphasis and HTML. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
