import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useTitle } from '../../components/use-site-config.ts';
import { useStore } from '../../lib/store.ts';
import type { ChatController } from './state/chats/chat-controller.ts';

/**
 * Creates a chat, under a name of the user's own if one is given, and puts it into the address (docs/spec.md 4.2).
 * Resolves with whether that succeeded.
 */
export type NewChat = (name?: string) => Promise<boolean>;

export function useNewChat(controller: ChatController): NewChat {
  const navigate = useNavigate();
  const [newChat] = useState(() => async (name?: string) => {
    const chatId = await controller.createChat(name);
    if (chatId !== undefined) await navigate(`/chat/${chatId}`, { replace: true });
    return chatId !== undefined;
  });
  return newChat;
}

/**
 * Shows the chat of the address; without one, or where it was deleted, the newest, or a first one (docs/spec.md
 * 2.1).
 */
export function useOpenChat(controller: ChatController, newChat: NewChat): void {
  const { chatId } = useParams();
  const navigate = useNavigate();
  const { phase, chats, removed } = useStore(controller.list.state);
  const { error } = useStore(controller.creation);
  const wanted = chatId !== undefined && !removed.has(chatId) ? chatId : undefined;
  const newest = chats[0]?.chatId;
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (controller.creation.get().creating) return;
    // A chat that was just created is on screen before it is in the address: the old address is not followed again.
    const isFollowed = wanted === followed.current;
    followed.current = wanted;
    if (wanted !== undefined) {
      if (!isFollowed) controller.openChat(wanted);
    } else if (phase !== 'ready') return;
    else if (newest !== undefined) void navigate(`/chat/${newest}`, { replace: true });
    // Once: after a failure the screen offers to try again.
    else if (error === undefined) void newChat();
  }, [controller, newChat, navigate, wanted, phase, newest, error]);
  useTitle(chats.find((chat) => chat.chatId === chatId)?.name);
  useMessageOfAddress(controller, wanted);
}

/** An address that ends in `#m<index>` leads to that message of the chat. */
function useMessageOfAddress(controller: ChatController, chatId: string | undefined): void {
  const { hash, key } = useLocation();
  const index = /^#m(\d+)$/.exec(hash)?.[1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key`: the same address, asked for once more
  useEffect(() => {
    const open = controller.open.get();
    if (index !== undefined && open?.chatId === chatId) void open?.history.showAround(Number(index));
  }, [controller, chatId, index, key]);
}
