import type { Effort } from '#contract/entities';
import { setChatEffort, setChatModel } from '../api/lazy-chat-calls.ts';
import type { ChatList } from '../state/chats/chat-list.ts';
import { changeAndSave } from '../state/chats/optimistic-chat-changes.ts';

/** Model for the next message. `isForChat` is true if it was chosen for the whole chat. */
export interface Choice {
  readonly model: string | undefined;
  readonly isForChat: boolean;
}

export const choiceOf = (next: string | undefined, forChat: string | undefined): Choice => ({
  model: next ?? forChat,
  isForChat: next === undefined && forChat !== undefined,
});

/**
 * Sets the model of a chat in the list and at the server. Undefined lets the server choose.
 * @throws as `callApi` (`lib/api-client.ts`)
 */
export const chooseForChat = (
  list: ChatList,
  chatId: string,
  model: string | undefined,
  save = setChatModel,
): Promise<void> => changeAndSave(list, chatId, 'model', model, save);

/** @throws as `callApi` */
export const setEffortOfChat = (
  list: ChatList,
  chatId: string,
  effort: Effort,
  save = setChatEffort,
): Promise<void> => changeAndSave(list, chatId, 'effort', effort, save);
