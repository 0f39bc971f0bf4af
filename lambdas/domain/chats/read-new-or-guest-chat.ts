import { isTurnOnPath, pathTo } from '#contract/branches';
import type { Chat, Message } from '#contract/entities';
import { branchesOf } from '../../store/chats/branches.ts';
import { getChat } from '../../store/chats/chats.ts';
import { listTurns } from '../../store/turns/list-turns.ts';
import { newestThatFitFrame } from './newest-that-fit-frame.ts';
import { describeChat } from './pick-chat-fields-for-owner.ts';
import { toMessages } from './turns-to-messages.ts';

export interface OpenedChat extends Chat {
  readonly messages: readonly Message[];
}

/**
 * Turns that are read. Only two kinds of chats are opened here: a guest's chat, which has fewer than 100 turns (by
 * default 10 messages a day, for 7 days), and a user's new chat. If a client repeats its request for a new chat days
 * later, the chat may have more turns. Then only the newest turns are read.
 */
const OPENED_TURNS = 100;

/** Reads a chat with the newest messages that fit in one frame; undefined when this owner has no such chat. */
export async function openChat(owner: string, chatId: string): Promise<OpenedChat | undefined> {
  const [chat, turns] = await Promise.all([
    getChat(owner, chatId),
    listTurns(owner, chatId, { limit: OPENED_TURNS }),
  ]);
  if (!chat) return undefined;
  const branches = branchesOf(chat);
  const on = { branches, path: pathTo(branches) };
  const listed = turns.filter((turn) => isTurnOnPath(on, turn));
  return { ...describeChat(chat), messages: newestThatFitFrame(toMessages(listed)) };
}
