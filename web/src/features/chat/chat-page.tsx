import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useTitle } from '../../components/use-title.ts';
import { newChatWishes } from '../../lib/new-chat.ts';
import type { Viewer } from '../../lib/session/session.ts';
import { useStore } from '../../lib/store.ts';
import './chat.css';
import './markdown/markdown.css';
import { ConversationView } from './components/conversation-view.tsx';
import { EmptyView } from './components/empty-view.tsx';
import { Sidebar } from './components/sidebar.tsx';
import { createWorkspace } from './create-workspace.ts';
import type { Workspace } from './model/workspace.ts';

/** The signed-in chat screen (spec 2). */
export default function ChatPage({ viewer }: { readonly viewer: Viewer }) {
  const [workspace] = useState(() => createWorkspace(viewer));
  useEffect(() => {
    workspace.start();
    return () => workspace.stop();
  }, [workspace]);
  const newChat = useNewChat(workspace);
  useOpenChat(workspace, newChat);
  const conversation = useStore(workspace.open);
  return (
    <div className="chat">
      <Sidebar workspace={workspace} onNewChat={newChat} />
      {conversation ? (
        <ConversationView key={conversation.chatId} conversation={conversation} workspace={workspace} />
      ) : (
        <EmptyView workspace={workspace} onNewChat={newChat} />
      )}
    </div>
  );
}

/** Creates a chat and puts it into the address (spec 4). Wishes of the navigation bar are served too. */
function useNewChat(workspace: Workspace): () => void {
  const navigate = useNavigate();
  const wishes = useStore(newChatWishes);
  const [newChat] = useState(() => async () => {
    const chatId = await workspace.createChat();
    if (chatId !== undefined) await navigate(`/chat/${chatId}`, { replace: true });
  });
  useEffect(() => {
    if (wishes === 0) return;
    newChatWishes.clear();
    void newChat();
  }, [wishes, newChat]);
  return newChat;
}

/** Shows the chat of the address; without one the newest, or a first one (spec 2). */
function useOpenChat(workspace: Workspace, newChat: () => void): void {
  const { chatId } = useParams();
  const navigate = useNavigate();
  const { phase, chats } = useStore(workspace.list.state);
  const newest = chats[0]?.chatId;
  useEffect(() => {
    if (chatId !== undefined) workspace.openChat(chatId);
    else if (phase !== 'ready') return;
    else if (newest !== undefined) void navigate(`/chat/${newest}`, { replace: true });
    else newChat();
  }, [workspace, newChat, navigate, chatId, phase, newest]);
  const name = chats.find((chat) => chat.chatId === chatId)?.name;
  useTitle(name);
}
