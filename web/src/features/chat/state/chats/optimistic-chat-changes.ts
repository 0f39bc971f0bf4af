/**
 * Changes a chat in the list before the server has saved the change, and restores the old value if saving fails.
 * Import this file lazily (`deferred-components-chunk.ts`), because the chat page can be drawn without it.
 */
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import type { ChatList } from './chat-list.ts';

type Field = 'name' | 'model' | 'effort' | 'projectId' | 'pinnedAt' | 'archivedAt' | 'removeAt';

interface Unsaved {
  readonly chatId: string;
  readonly field: Field;
  /** Value to restore if the change cannot be saved. */
  before: Chat[Field] | undefined;
}

/** Changes that are being saved, in the order in which they were made. */
const unsaved = new Set<Unsaved>();

/**
 * Changes a field of a chat in the list. Returns a function to call once the change is saved or has failed. After a
 * failure, that function restores the earlier value, unless the field has changed again since.
 */
export function changeUnsaved<F extends Field>(
  list: ChatList,
  chat: Pick<Chat, 'chatId'> & Partial<Chat>,
  field: F,
  value: Chat[F],
): (isSaved: boolean) => void {
  const { chatId } = chat;
  // The list may lack the chat, for example an archived chat. The value then comes from `chat`.
  const shown = () => (list.find(chatId) ?? chat)[field];
  const change: Unsaved = { chatId, field, before: shown() };
  unsaved.add(change);
  list.change(chatId, { [field]: value });
  return (isSaved) => {
    const { before } = change;
    const changes = [...unsaved];
    const laterOnes = changes.slice(changes.indexOf(change) + 1);
    unsaved.delete(change);
    if (isSaved) return;
    // A later change that is still being saved must not restore the value that the server has just refused.
    for (const later of laterOnes)
      if (later.chatId === chatId && later.field === field && later.before === value) later.before = before;
    if (shown() === value) list.change(chatId, { [field]: before });
  };
}

/**
 * Changes a field of a chat as `changeUnsaved` does, and saves it.
 * @throws what `save` throws
 */
export async function changeAndSave<F extends Field>(
  list: ChatList,
  chatId: string,
  field: F,
  value: Chat[F],
  save: (chatId: string, value: Chat[F]) => Promise<void>,
): Promise<void> {
  const end = changeUnsaved(list, list.find(chatId) ?? { chatId }, field, value);
  try {
    await save(chatId, value);
    end(true);
  } catch (error) {
    end(false);
    throw error;
  }
}

export type Rename = (chatId: string, name: string) => Promise<void>;

/** Renames a chat optimistically. After a failure, logs it (docs/spec.md 8.2) and restores the old name. */
export async function renameChat(
  list: ChatList,
  rename: Rename,
  chatId: string,
  name: string,
): Promise<void> {
  const chat = list.find(chatId);
  if (!chat || chat.name === name) return;
  await changeAndSave(list, chatId, 'name', name, rename).catch((error: unknown) => {
    console.warn('The chat could not be renamed', error instanceof AppError ? error.code : '');
  });
}
