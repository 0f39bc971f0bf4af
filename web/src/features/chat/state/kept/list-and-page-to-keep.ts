import type { Chat, Message, Project } from '#contract/entities';
import { CHATS_PAGE_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits';
import type { KeptList, KeptPage } from '../../../../lib/kept-chats-storage.ts';
import { type ChatList, isListed } from '../chats/chat-list.ts';
import type { ConversationState } from '../conversation/conversation-state.ts';
import type { ViewMessage } from '../turns/shown-message.ts';
import type { Turn } from '../turns/turns.ts';

/** Largest total length of the texts of one chat's kept messages, in UTF-16 units. */
const MAX_TEXT = 400_000;

/**
 * Returns the projects, the pinned chats and the newest page of the other chats. Returns undefined until the server's
 * list has been read.
 */
export function listToKeep(
  { phase, chats, nextCursor }: ReturnType<ChatList['state']['get']>,
  projects: readonly Project[],
): KeptList | undefined {
  if (phase !== 'ready') return undefined;
  const listed = chats.filter(isListed);
  const isPinned = ({ pinnedAt }: Chat) => pinnedAt !== undefined;
  // The cursor is the id of the oldest chat in the pages that were read, and ids sort by age. `listed` may also have
  // older chats, for example chats that were read with their project. Such older chats are left out, because chats
  // between them and the cursor may be missing.
  const others = listed.filter((chat) => !isPinned(chat) && chat.chatId >= (nextCursor ?? ''));
  const page = others.slice(0, CHATS_PAGE_SIZE);
  return {
    chats: [...listed.filter(isPinned), ...page],
    projects,
    nextCursor: page.length < others.length ? page.at(-1)?.chatId : nextCursor,
  };
}

/**
 * Returns the newest stored messages, at most one page of history and MAX_TEXT. Returns undefined while a reply is
 * pending, or while an older window or path of the chat is on screen.
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

/** Converts a message on screen to the form of the server. Returns nothing for an unstored or streaming message. */
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
