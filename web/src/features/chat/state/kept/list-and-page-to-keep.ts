/**
 * Chooses which part of the list of chats and which part of a conversation this browser keeps. `keep-chats.ts` stores
 * both parts, so that the next visit shows them until the server has answered.
 */
import type { Chat, Message, Project } from '#contract/entities';
import { CHATS_PAGE_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits';
import type { KeptList, KeptPage } from '../../../../lib/kept-chats-storage.ts';
import { type ChatList, isListed } from '../chats/chat-list.ts';
import type { ConversationState } from '../conversation/conversation-state.ts';
import type { Turn } from '../turns/turns.ts';
import type { ViewMessage } from '../turns/view-message.ts';

/** Largest total length of the texts of one chat's kept messages, in UTF-16 units. */
const MAX_TEXT = 400_000;

/**
 * Returns the projects, the pinned chats and the newest page of the chats that are not pinned. Leaves out archived and
 * temporary chats. Returns undefined until the server's list has been read.
 */
export function listToKeep(
  { phase, chats, nextCursor }: ReturnType<ChatList['state']['get']>,
  projects: readonly Project[],
): KeptList | undefined {
  if (phase !== 'ready') return undefined;
  const listed = chats.filter(isListed);
  const isPinned = ({ pinnedAt }: Chat) => pinnedAt !== undefined;
  // The ids of chats sort by age, and the cursor is the id of the oldest chat that the pages of the list have read. An
  // older chat came another way, for example with a page of its project. It is left out, because chats between it and
  // the cursor may be missing.
  const others = listed.filter((chat) => !isPinned(chat) && chat.chatId >= (nextCursor ?? ''));
  const page = others.slice(0, CHATS_PAGE_SIZE);
  return {
    chats: [...listed.filter(isPinned), ...page],
    projects,
    // The cursor that reads the next older page is the id of this page's last chat.
    nextCursor: page.length < others.length ? page.at(-1)?.chatId : nextCursor,
  };
}

/**
 * Returns the newest messages that the server has stored of a chat: at most one page of history, with at most MAX_TEXT
 * of text. Returns undefined while a message waits for its acknowledgement or a reply is streaming, while an older
 * range of messages or an older path of the chat is on screen, and until the server's messages have been read.
 */
export function pageToKeep({
  phase,
  pending,
  newerThan,
  olderThan,
  through,
  turns,
}: ConversationState): KeptPage | undefined {
  if (phase !== 'ready' || pending || newerThan !== undefined || through !== undefined) return undefined;
  const messages: Message[] = [];
  let length = 0;
  for (const message of turns.flatMap(storedMessages).toReversed()) {
    length += message.content.length;
    if (messages.length === HISTORY_PAGE_SIZE || length > MAX_TEXT)
      return { messages: messages.reverse(), olderThan: messages[0]?.messageIndex };
    messages.push(message);
  }
  return { messages: messages.reverse(), olderThan };
}

const storedMessages = ({ requestId, question, reply }: Turn): Message[] =>
  [question, reply].flatMap((message) => (message ? fromView(requestId, message) : []));

/**
 * Converts a message on screen back to the form in which the server returned it. Returns nothing for a message that the
 * server has not stored, which has no index or is unsent, and for a streaming reply.
 */
function fromView(requestId: string, view: ViewMessage): Message[] {
  const { role, content, createdAt, index, status, files, model, reason } = view;
  const { isWelcome, isExtra, liked, disliked, thoughtMs } = view;
  if (index === undefined || status === 'unsent' || status === 'streaming') return [];
  return [
    {
      ...{ requestId, role, content, createdAt, messageIndex: index, status },
      ...(files && { files: [...files] }),
      ...(model !== undefined && { model }),
      ...(reason !== undefined && { reason }),
      ...(thoughtMs !== undefined && { thoughtMs }),
      ...(isWelcome && { isWelcome }),
      ...(isExtra && { isExtra }),
      ...(liked && { liked }),
      ...(disliked && { disliked }),
    },
  ];
}
