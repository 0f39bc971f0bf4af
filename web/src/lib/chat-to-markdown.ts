import type { Chat, FileInfo, Message } from '#contract/entities';
import { closeOpenBlock } from './close-open-block.ts';
import { replyStatusCopy } from './exported-reply-status-copy.ts';
import { formatDateTime } from './format-date.ts';

const words = {
  you: 'You',
  assistant: 'Assistant',
  liked: 'liked',
  removedFile: 'removed',
  versionOf: (message: string) =>
    `A version of the message ${message}. The messages below follow this version.`,
  continues: (message: string) => `The conversation continues here after the message ${message}.`,
} as const;

/** Number of characters of an earlier message that a note quotes, so that a reader recognises the message. */
const QUOTE_LENGTH = 60;

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

/**
 * Returns a chat as Markdown. A file that was removed, or is not in the ZIP archive, is marked as removed. The first
 * message of a branch has a note that quotes an earlier message. The first message is a version of the earlier message,
 * or follows the earlier message. A note below a reply that is not complete says so.
 */
export function chatToMarkdown(
  { name, createdAt, messages }: Pick<Chat, 'name' | 'createdAt'> & { readonly messages: readonly Message[] },
  { nameModel, pathOf }: ExportNames,
): string {
  const sections = messages.map(({ role, content, createdAt: at, status, liked, model, files = [] }, i) => {
    const who = role === 'user' ? words.you : words.assistant;
    const by = model === undefined ? [] : [nameModel(model)];
    const notes = [formatDateTime(at), ...(liked ? [words.liked] : []), ...by].join(', ');
    const list = files.map((file) => `- ${describeFile(file, pathOf)}\n`).join('');
    const ending = status === 'complete' ? '' : `*${replyStatusCopy[status]}*`;
    const parts = [branchNote(messages, i), closeOpenBlock(content), list, ending];
    const body = parts.filter((part) => part !== '').join('\n\n');
    return `## ${who} (${notes})\n\n${body}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...sections].join('\n');
}

/**
 * Returns the note of a message that begins a branch, or an empty text. If `messages` are a single path of the chat,
 * the text is always empty: the earlier versions are not in `messages`, and each message follows the one before.
 */
function branchNote(messages: readonly Message[], at: number): string {
  const { versionOf, continues } = messages[at] ?? {};
  if (versionOf === undefined && continues === undefined) return '';
  const isInOrder = versionOf === undefined && continues === messages[at - 1]?.messageIndex;
  const earlier = messages.find(({ messageIndex }) => messageIndex === (versionOf ?? continues));
  if (isInOrder || !earlier) return '';
  return `*${(versionOf === undefined ? words.continues : words.versionOf)(quote(earlier))}*`;
}

/** Returns the beginning of a message and its time. */
function quote({ content, createdAt }: Message): string {
  const characters = [...content.trim().replace(/\s+/g, ' ')];
  const start = characters.slice(0, QUOTE_LENGTH).join('');
  const end = characters.length > QUOTE_LENGTH ? '…' : '';
  const time = `(${formatDateTime(createdAt)})`;
  return start === '' ? time : `“${inline(start)}${end}” ${time}`;
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
