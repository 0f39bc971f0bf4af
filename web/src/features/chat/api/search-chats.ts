import type { SearchResult } from '#contract/entities';
import { searchChatsResponse } from '#contract/responses';
import { routes } from '#contract/routes';
import { callApi } from '../../../lib/http.ts';

/** The user's chats and messages with all words of `query`. */
export const searchChats = (userEmail: string, query: string, signal: AbortSignal): Promise<SearchResult> =>
  callApi(routes.searchChats, searchChatsResponse, { query: { userEmail, query }, signal });
