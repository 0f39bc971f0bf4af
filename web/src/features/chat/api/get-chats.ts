import * as chats from '#contract/chats';
import type { HttpResponse } from '#contract/http';
import { callApi } from '../../../lib/http.ts';

/** A page of the user's chats, newest first; `cursor` is the previous page's `nextCursor`. */
export const getChats = (userEmail: string, cursor?: string): Promise<HttpResponse<'getChats'>> =>
  callApi(chats.getChats, { query: { userEmail, cursor } });
