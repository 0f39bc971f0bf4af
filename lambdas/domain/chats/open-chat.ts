/** Reads a chat in the form that its owner sees, with its newest messages or alone. */
import type { Chat, Message } from '#contract/entities';
import { getChat } from '../../store/chats/chats.ts';
import { listTurns } from '../../store/turns/pages.ts';
import { newestThatFitFrame } from './newest-that-fit-frame.ts';
import { toMessages } from './turns-to-messages.ts';

export interface OpenedChat extends Chat {
  readonly messages: readonly Message[];
}

/** Picks the fields of a chat that its owner sees. */
export const describeChat = (chat: Chat): Chat => ({
  ...{ chatId: chat.chatId, name: chat.name, createdAt: chat.createdAt },
  ...(chat.model !== undefined && { model: chat.model }),
  ...(chat.effort !== undefined && { effort: chat.effort }),
  ...(chat.removeAt !== undefined && { removeAt: chat.removeAt }),
  ...(chat.keptDays !== undefined && { keptDays: chat.keptDays }),
  ...(chat.pinnedAt !== undefined && { pinnedAt: chat.pinnedAt }),
  ...(chat.archivedAt !== undefined && { archivedAt: chat.archivedAt }),
});

/** Most turns of an opened chat that are read: more than a guest can write before the chat expires. */
const OPENED_TURNS = 100;

/**
 * Reads a chat with its newest messages, at most those that fit in one frame. Undefined when this owner has no such
 * chat.
 */
export async function openChat(owner: string, chatId: string): Promise<OpenedChat | undefined> {
  const [chat, turns] = await Promise.all([
    getChat(owner, chatId),
    listTurns(owner, chatId, { limit: OPENED_TURNS }),
  ]);
  if (!chat) return undefined;
  return { ...describeChat(chat), messages: newestThatFitFrame(toMessages(turns)) };
}
