import { useEffect } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { ChatList } from '../model/chat-list.ts';

/** Reads the list on until the open chat is in it: which model answers in it, and its name, stand there. */
export function useListed(list: ChatList, chatId: string | undefined): void {
  const { chats, nextCursor, more } = useStore(list.state);
  const isMissing = chatId !== undefined && !chats.some((chat) => chat.chatId === chatId);
  useEffect(() => {
    if (isMissing && nextCursor !== undefined && more === 'idle') void list.loadMore();
  }, [list, isMissing, nextCursor, more]);
}
