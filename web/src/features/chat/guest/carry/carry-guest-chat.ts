import type { Chat } from '#contract/entities';
import { carryGuestChatResponse } from '#contract/responses';
import { routes } from '#contract/routes';
import { callApi } from '../../../../lib/http.ts';

/** Moves a guest's chat into the account of whoever is signed in; answers with their new chat. */
export const carryGuestChat = (guestChatId: string): Promise<Chat> =>
  callApi(routes.carryGuestChat, carryGuestChatResponse, { body: { guestChatId } });
