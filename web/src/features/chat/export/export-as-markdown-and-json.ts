import type { Message } from '#contract/entities';
import { chatToMarkdown, type NameModel } from '../../../lib/chat-to-markdown.ts';
import type { ChatWithPath } from '../dialogs/chat-dialog-state.ts';
import type { Catalogue } from '../model-choice/model-catalogue.ts';
import { readChat } from './read-chat.ts';

export interface Exporting {
  readonly signal: AbortSignal;
  /** Gets the number of messages read so far. */
  readonly onCount: (count: number) => void;
  readonly catalogue: Catalogue;
}

/** Returns the chat as Markdown, without welcome and thank-you messages. */
export async function exportMarkdown(
  { chatId, name, through }: ChatWithPath,
  exporting: Exporting,
): Promise<string> {
  const [messages, nameModel] = await Promise.all([
    readChat(chatId, { ...exporting, through }),
    modelNames(exporting.catalogue),
  ]);
  // The user may have cancelled while the catalogue was read.
  exporting.signal.throwIfAborted();
  const exported = messages.filter(({ isWelcome, isExtra }) => !isWelcome && !isExtra);
  return chatToMarkdown({ name, createdAt: createdAt(messages), messages: exported }, { nameModel });
}

/**
 * Returns one path of a chat as JSON. The form is that of `account.json` in an account's export, so that the import can
 * read the export of a chat too.
 */
export async function exportJson(
  { chatId, name, through }: ChatWithPath,
  exporting: Exporting,
): Promise<string> {
  const messages = await readChat(chatId, { ...exporting, through });
  const chat = { chatId, name, createdAt: createdAt(messages), messages };
  return JSON.stringify({ chats: [chat] }, null, 2);
}

/** Returns the time of the first message. The export states this time as the time of the chat's creation. */
const createdAt = ([first]: readonly Message[]): string => first?.createdAt ?? new Date().toISOString();

/**
 * Returns a function that converts a model's id to its name, or to the id if the catalogue lacks the model or cannot be
 * read.
 */
async function modelNames(catalogue: Catalogue): Promise<NameModel> {
  if (catalogue.state.get().phase !== 'ready') await catalogue.refresh();
  const { models } = catalogue.state.get();
  const names = new Map(models.map(({ id, displayName, trueModel }) => [id, trueModel ?? displayName]));
  return (id) => names.get(id) ?? id;
}
