import type { HttpResponse } from '#contract/http';
import { getChatsResponse } from '#contract/responses';
import { routes } from '#contract/routes';
import { callApi } from '../../../lib/http.ts';

/** A page of the user's chats, newest first; `cursor` is the previous page's `nextCursor`. */
export const getChats = (userEmail: string, cursor?: string): Promise<HttpResponse<'getChats'>> =>
  callApi(routes.getChats, getChatsResponse, { query: { userEmail, cursor } });
