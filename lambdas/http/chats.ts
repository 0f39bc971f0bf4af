/** The chats resource: list, history, rename (spec 7). */
import { AppError } from '#contract/errors';
import { CHATS_PAGE_SIZE } from '#contract/limits';
import { TURNS_PAGE_SIZE } from '../domain/chats.ts';
import { announce } from '../domain/delivery.ts';
import { toMessages } from '../domain/history.ts';
import { assertSelf } from '../runtime/caller.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { post } from '../runtime/post.ts';
import { listChats, renameChat } from '../store/chats.ts';
import { listTurns } from '../store/turns.ts';

export const handler = httpHandler({
  async getChats({ caller, query }) {
    assertSelf(caller, query.userEmail);
    const found = await listChats(caller.owner, CHATS_PAGE_SIZE + 1, query.cursor);
    const page = found.slice(0, CHATS_PAGE_SIZE);
    const last = found.length > CHATS_PAGE_SIZE ? page.at(-1) : undefined;
    return {
      chats: page.map(({ chatId, name, createdAt }) => ({ chatId, name, createdAt })),
      ...(last && { nextCursor: last.chatId }),
    };
  },

  async getChatHistory({ caller, params, query }) {
    const { before } = query;
    const turns = await listTurns(caller.owner, params.chatId, { limit: TURNS_PAGE_SIZE, before });
    // Every chat begins with a welcome, so an empty newest page is a chat that does not exist.
    if (turns.length === 0 && before === undefined) throw new AppError('chat_not_found');
    const oldest = turns.at(-1)?.index ?? 0;
    return {
      messages: { messages: toMessages(turns) },
      ...(oldest > 0 && { nextCursor: String(oldest) }),
    };
  },

  async renameChat({ caller, params, body }) {
    const { chatId } = params;
    const { newName: name } = body;
    if (!(await renameChat(caller.owner, chatId, name))) throw new AppError('chat_not_found');
    await announce(caller.owner, [{ type: 'chatRenamed', data: { chatId, name } }], { post });
    return { chatId, name };
  },
});
