import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChatController, NewChatOptions } from './state/chats/chat-screen-controller.ts';

/** Creates a chat and navigates to it (docs/spec.md 4.2). Resolves with true if the chat was created. */
export type NewChat = (options?: NewChatOptions) => Promise<boolean>;

export function useNewChat(controller: ChatController): NewChat {
  const navigate = useNavigate();
  const [newChat] = useState(() => async (options?: NewChatOptions) => {
    const chatId = await controller.createChat(options);
    if (chatId !== undefined) await navigate(`/chat/${chatId}`, { replace: true });
    return chatId !== undefined;
  });
  return newChat;
}
