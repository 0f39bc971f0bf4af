import * as chats from '#contract/chats';
import type { Chat } from '#contract/entities';
import { callApi } from '../../../../lib/http.ts';

/** Moves a guest's chat into the account of whoever is signed in; answers with their new chat. */
export const claimGuestChat = (guestChatId: string): Promise<Chat> =>
  callApi(chats.claimGuestChat, { body: { guestChatId } });
