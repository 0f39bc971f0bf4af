import { setChatModel } from '../api/lazy-chat-calls.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { UserActions } from '../state/conversation/user-actions.ts';
import { chooseForChat } from './choice-of-model-and-effort.ts';

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
