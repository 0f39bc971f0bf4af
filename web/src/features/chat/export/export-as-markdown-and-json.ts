/** Makes the texts of one chat's export: Markdown, and JSON in the form of the account's export. */
import type { Message } from '#contract/entities';
import { chatToMarkdown, type NameModel } from '../../../lib/chat-to-markdown.ts';
import type { ChatWithPath } from '../dialogs/chat-dialog-state.ts';
import type { Catalogue } from '../model-choice/model-catalogue.ts';
import { readChat } from './read-chat.ts';

export interface Exporting {
  readonly signal: AbortSignal;
  /** Called with the number of messages read so far. */
  readonly onCount: (count: number) => void;
  /** Catalogue in which `exportMarkdown` looks up the name of each reply's true model. */
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
  const exported = messages.filter(({ isWelcome, isExtra }) => !isWelcome && !isExtra);
  return chatToMarkdown({ name, createdAt: createdAt(messages), messages: exported }, { nameModel });
}

/**
 * Returns the chat in the form of `account.json` of the account's export, so that the import reads both. Unlike
 * `account.json`, the result has the messages of one path alone. It does not say if the chat is pinned, archived or in
 * a project.
 */
export async function exportJson(
  { chatId, name, through }: ChatWithPath,
  exporting: Exporting,
): Promise<string> {
  const messages = await readChat(chatId, { ...exporting, through });
  const chat = { chatId, name, createdAt: createdAt(messages), messages };
  return JSON.stringify({ chats: [chat] }, null, 2);
}

/**
 * Returns the time of the chat's first message. This is the welcome message, which is stored when the chat is created,
 * or the notice with which an imported chat begins. Returns the current time if there is no message.
 */
const createdAt = ([first]: readonly Message[]): string => first?.createdAt ?? new Date().toISOString();

/**
 * Returns a function that converts a model's id to its name. Reads the catalogue first if it is not known yet. For a
 * model that the catalogue lacks, or if the reading fails, the function returns the id.
 */
async function modelNames(catalogue: Catalogue): Promise<NameModel> {
  if (catalogue.state.get().phase !== 'ready') await catalogue.refresh();
  const { models } = catalogue.state.get();
  const names = new Map(models.map(({ id, displayName, trueModel }) => [id, trueModel ?? displayName]));
  return (id) => names.get(id) ?? id;
}
