import type { ChatList } from './chat-list.ts';

interface Change {
  readonly chatId: string;
  readonly field: 'name' | 'model' | 'effort';
  readonly value: string | undefined;
}

interface UnsavedField {
  /** Value that the server has confirmed last. */
  saved: Change['value'];
  /** Changes whose calls are in progress, the oldest first. */
  pending: readonly Change[];
}

/** For each list: its fields with calls in progress, by chat id and field. */
const unsaved = new WeakMap<ChatList, Map<string, UnsavedField>>();

/**
 * Changes a field of a chat in the list, and then stores it at the server. If `save` fails, restores the value of the
 * change before that is still being saved, else the value that the server has.
 * @throws as `save`
 */
export async function changeOptimistically(
  list: ChatList,
  change: Change,
  save: () => Promise<void>,
): Promise<void> {
  const { chatId, field, value } = change;
  const shown = () => list.find(chatId)?.[field];
  const unsavedOfList = unsaved.get(list) ?? new Map<string, UnsavedField>();
  unsaved.set(list, unsavedOfList);
  const key = `${chatId} ${field}`;
  const before = unsavedOfList.get(key);
  // A value that is not of the newest change has come from the server since.
  const isOfNewest = before !== undefined && before.pending.at(-1)?.value === shown();
  const current: UnsavedField = isOfNewest ? before : { saved: shown(), pending: [] };
  unsavedOfList.set(key, current);
  current.pending = [...current.pending, change];
  list.change(chatId, { [field]: value });
  try {
    await save();
    current.saved = value;
    settle();
  } catch (error) {
    settle();
    // If the value has changed again during the call, the later one stays.
    if (shown() === value)
      list.change(chatId, { [field]: (current.pending.at(-1) ?? { value: current.saved }).value });
    throw error;
  }

  function settle(): void {
    current.pending = current.pending.filter((one) => one !== change);
    if (current.pending.length === 0 && unsavedOfList.get(key) === current) unsavedOfList.delete(key);
  }
}
