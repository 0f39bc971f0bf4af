import * as chats from '#contract/chats';
import type { SearchResult } from '#contract/entities';
import { callApi } from '../../../lib/api-client.ts';

/**
 * Finds the chats whose name, and the messages whose text or document, contains all words of `query`. Throws as
 * `callApi`.
 */
export const searchChats = (userEmail: string, query: string, signal: AbortSignal): Promise<SearchResult> =>
  callApi(chats.searchChats, { query: { userEmail, query }, signal });
