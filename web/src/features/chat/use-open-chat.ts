import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTitle } from '../../components/use-title.ts';
import { useStore } from '../../lib/observable-store.ts';
import { isListed } from './state/chats/chat-list.ts';
import type { ChatController } from './state/chats/chat-screen-controller.ts';
import type { NewChat } from './use-new-chat.ts';

/**
 * Opens the chat in the page's address, or else the newest chat that is neither archived nor temporary. If the user has
 * no such chat, creates one (docs/spec.md 2.1).
 */
export function useOpenChat(controller: ChatController, newChat: NewChat, chatId: string | undefined): void {
  const navigate = useNavigate();
  const { phase, isKept, chats, removed } = useStore(controller.list.state);
  const { error } = useStore(controller.creation);
  const wanted = chatId !== undefined && !removed.has(chatId) ? chatId : undefined;
  const newest = chats.find(isListed)?.chatId;
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (controller.creation.get().creating) return;
    // `useNewChat` shows the new chat first, and changes the address afterwards. In between, the address still names
    // the earlier chat, and this effect must not open the earlier chat again.
    const isFollowed = wanted === followed.current;
    followed.current = wanted;
    if (wanted !== undefined) {
      if (!isFollowed) controller.openChat(wanted);
    } else if (phase !== 'ready' && !isKept) return;
    else if (newest !== undefined) void navigate(`/chat/${newest}`, { replace: true });
    // After a failed creation, this effect does not create another chat. The screen offers a retry.
    else if (phase === 'ready' && error === undefined) void newChat();
  }, [controller, newChat, navigate, wanted, phase, isKept, newest, error]);
  useTitle(chats.find((chat) => chat.chatId === chatId)?.name);
  useMessageOfAddress(controller, wanted);
}

/** Scrolls to the message whose index is in the fragment of the address, as in `#m12`. */
function useMessageOfAddress(controller: ChatController, chatId: string | undefined): void {
  const { hash, key } = useLocation();
  const index = /^#m(\d+)$/.exec(hash)?.[1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the user opens the same address again
  useEffect(() => {
    const open = controller.open.get();
    if (index !== undefined && open?.chatId === chatId) void open?.history.showAround(Number(index));
  }, [controller, chatId, index, key]);
}
