import * as chats from '#contract/chats';
import type { SearchResult } from '#contract/entities';
import { callApi } from '../../../lib/api-client.ts';

/**
 * Finds chats by their names, and messages by their texts, the names of their files and the texts of their documents.
 * Each result contains all words of `query`. Throws as `callApi`.
 */
export const searchChats = (userEmail: string, query: string, signal: AbortSignal): Promise<SearchResult> =>
  callApi(chats.searchChats, { query: { userEmail, query }, signal });
