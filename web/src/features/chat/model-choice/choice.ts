import { setChatModel } from '../api/chats.ts';
import type { ChatList } from '../state/chats/chat-list.ts';
import type { Actions } from '../state/conversation/actions.ts';
import type { Conversation } from '../state/conversation/conversation.ts';

/** Which model answers the next message, and for how long that was chosen. */
export interface Choice {
  /** Undefined: the server chooses. */
  readonly model: string | undefined;
  readonly isForChat: boolean;
}

/** Prefers the choice for the next message to the choice for the chat. */
export const choiceOf = (next: string | undefined, forChat: string | undefined): Choice => ({
  model: next ?? forChat,
  isForChat: next === undefined && forChat !== undefined,
});

/**
 * Chooses the model that answers in a chat, on screen at once; where that cannot be saved, it is taken back.
 * @throws AppError as the server told it
 */
export async function chooseForChat(
  list: ChatList,
  chatId: string,
  model: string | undefined,
  save = setChatModel,
): Promise<void> {
  const before = list.find(chatId)?.model;
  list.change(chatId, { model });
  try {
    await save(chatId, model);
  } catch (error) {
    // Unless another has been chosen by now.
    if (list.find(chatId)?.model === model) list.change(chatId, { model: before });
    throw error;
  }
}

/**
 * Sends again, of the server's choice, what was refused because its model is not part of the plan any more.
 * @throws AppError as the server told it
 */
export async function resendWithAuto(
  conversation: Pick<Conversation, 'account' | 'chatId'> & { readonly actions: Pick<Actions, 'retry'> },
  key: string,
  save = setChatModel,
): Promise<void> {
  const { account, chatId } = conversation;
  if (account?.list.find(chatId)?.model !== undefined)
    await chooseForChat(account.list, chatId, undefined, save);
  conversation.actions.retry(key, { isAuto: true });
}
