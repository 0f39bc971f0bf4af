import { getChats } from '#contract/chats';
import type { HttpResponse } from '#contract/http';
import { callApi } from '../../../lib/api-client.ts';

/**
 * Reads a page of the user's chats that have a removal day, newest first. `cursor` is the id of the chat after which
 * the page begins. Throws as `callApi`.
 */
export const getExpiringChats = (userEmail: string, cursor: string): Promise<HttpResponse<'getChats'>> =>
  callApi(getChats, { query: { userEmail, cursor, expiring: 'true' } });
