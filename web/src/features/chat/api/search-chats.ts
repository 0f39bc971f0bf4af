import * as chats from '#contract/chats';
import type { SearchResult } from '#contract/entities';
import { callApi } from '../../../lib/http.ts';

/** The user's chats and messages with all words of `query`. */
export const searchChats = (userEmail: string, query: string, signal: AbortSignal): Promise<SearchResult> =>
  callApi(chats.searchChats, { query: { userEmail, query }, signal });
