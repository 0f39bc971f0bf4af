/** HTTP handler of the search (docs/spec.md 7.1). Queries are never logged. */
import * as routes from '#contract/chats';
import { searchChats } from '../domain/search/search-chats.ts';
import { assertSelf } from '../runtime/caller.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';
import { readHead, readShard } from '../store/search/index-rows.ts';
import { readTexts } from '../store/search/read-items-found-in-index.ts';

export const handler = httpHandler(routes, readRevocation, {
  async searchChats({ caller, query }) {
    assertSelf(caller, query.userEmail);
    return searchChats(caller.owner, query.query, { store: { readHead, readShard }, readTexts });
  },
});
