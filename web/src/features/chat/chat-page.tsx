import { useEffect, useState } from 'react';
import { OnDemand } from '../../components/on-demand.tsx';
import type { Viewer } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import './chat.css';
import './markdown/markdown.css';
import { ChatDialogs } from './actions/chat-dialogs.tsx';
import { ConversationView } from './components/conversation-view.tsx';
import { EmptyView } from './components/empty-view.tsx';
import { Sidebar } from './components/sidebar.tsx';
import { useVisibleHeight } from './components/use-visible-height.ts';
import { createWorkspace } from './create-workspace.ts';
import { ClaimSlot } from './guest/claim/claim-slot.tsx';
import { loadDeferredUi } from './loaders.ts';
import { useNewChat, useOpenChat } from './use-chat-route.ts';

/** The signed-in chat screen (docs/spec.md 2.5). */
export default function ChatPage({ viewer }: { readonly viewer: Viewer }) {
  const [workspace] = useState(() => createWorkspace(viewer));
  useEffect(() => {
    workspace.start();
    return () => workspace.stop();
  }, [workspace]);
  useVisibleHeight();
  const newChat = useNewChat(workspace);
  useOpenChat(workspace, newChat);
  const conversation = useStore(workspace.open);
  const startChat = () => void newChat();
  return (
    <>
      <ClaimSlot />
      <OnDemand load={loadDeferredUi}>
        {({ RemovalNotice }) => <RemovalNotice workspace={workspace} viewer={viewer} />}
      </OnDemand>
      <div className="chat">
        <Sidebar workspace={workspace} onNewChat={startChat} />
        {conversation ? (
          <ConversationView key={conversation.chatId} conversation={conversation} workspace={workspace} />
        ) : (
          <EmptyView workspace={workspace} onNewChat={startChat} />
        )}
        <ChatDialogs workspace={workspace} viewer={viewer} onNewChat={newChat} />
        <OnDemand load={loadDeferredUi}>{({ TourSlot }) => <TourSlot />}</OnDemand>
      </div>
    </>
  );
}
