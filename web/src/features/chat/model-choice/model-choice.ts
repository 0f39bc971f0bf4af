import type { Effort } from '#contract/entities';
import { setChatEffort, setChatModel } from '../api/lazy-chat-calls.ts';
import type { ChatList } from '../state/chats/chat-list.ts';
import { changeAndSave } from '../state/chats/optimistic-chat-changes.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { UserActions } from '../state/conversation/user-actions.ts';

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

/**
 * Sends a refused message again. The server refused the message because the user's plan does not include the message's
 * model. This time the server chooses the model, so the chat's model is cleared first. If the chat is not in the list,
 * its model is unknown and is cleared too.
 * @throws as `callApi`, if the chat's model cannot be cleared
 */
export async function resendWithAuto(
  conversation: Pick<Conversation, 'account' | 'chatId'> & { readonly actions: Pick<UserActions, 'retry'> },
  key: string,
  save = setChatModel,
): Promise<void> {
  const { account, chatId } = conversation;
  const chat = account?.list.find(chatId);
  if (account && (!chat || chat.model !== undefined))
    await chooseForChat(account.list, chatId, undefined, save);
  conversation.actions.retry(key, { isAuto: true });
}
