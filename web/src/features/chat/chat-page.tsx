import { useEffect, useState } from 'react';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import { OnDemand } from '../../components/load-on-demand-or-when-idle.tsx';
import { keptChatsOf, openKeptChats } from '../../lib/kept-chats-storage.ts';
import { useStore } from '../../lib/observable-store.ts';
import { deviceId } from '../../lib/session/device-id.ts';
import { idToken, leaveSignedOut } from '../../lib/session/session.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import { SocketClient } from '../../lib/socket/client.ts';
import { sentMessageStorage } from '../../lib/unacknowledged-message-storage.ts';
import { deleteChat, getChats, renameChat, restoreChat } from './api/early-chat-calls.ts';
import styles from './chat.module.css';
import { ConversationView } from './conversation/conversation-view.tsx';
import { NoOpenChat } from './conversation/no-open-chat.tsx';
import { Overlays } from './dialogs/overlays-from-first-render.tsx';
import { loadLazyComponents } from './load-deferred-components.ts';
import { chatInAddress, prefetchHistory, readHistory } from './prefetch-first-history.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { BesideSidebar } from './sidebar/sidebar-frame.tsx';
import { ChatController, type NewChatOptions } from './state/chats/chat-screen-controller.ts';
import { useNewChat } from './use-new-chat.ts';
import { useOpenChat } from './use-open-chat.ts';
import { useVisibleHeight } from './use-visible-height.ts';

// Reading begins before the first render, which takes long on a slow device.
openKeptChats(chatInAddress());
prefetchHistory(chatInAddress());

interface ChatPageProps {
  readonly viewer: Viewer;
  readonly chatId: string | undefined;
}

/** The signed-in chat screen (docs/spec.md 2.5). */
export default function ChatPage({ viewer, chatId }: ChatPageProps) {
  const [controller] = useState(() => createController(viewer));
  useEffect(() => {
    controller.start();
    return () => controller.stop();
  }, [controller]);
  useKeptChats(controller, viewer);
  useVisibleHeight();
  const newChat = useNewChat(controller);
  useOpenChat(controller, newChat, chatId);
  const conversation = useStore(controller.open);
  const startChat = (options?: NewChatOptions) => void newChat(options);
  return (
    <>
      <OnDemand load={loadLazyComponents}>
        {({ NoticesAboveChat }) => <NoticesAboveChat controller={controller} viewer={viewer} />}
      </OnDemand>
      <div className={styles.chat}>
        <Sidebar controller={controller} onNewChat={startChat} />
        <BesideSidebar>
          {conversation ? (
            <ConversationView key={conversation.chatId} conversation={conversation} controller={controller} />
          ) : (
            <NoOpenChat controller={controller} onNewChat={() => startChat()} />
          )}
        </BesideSidebar>
        <Overlays controller={controller} viewer={viewer} onNewChat={newChat} />
        <OnDemand load={loadLazyComponents}>
          {({ LazyOverlays }) => <LazyOverlays viewer={viewer} controller={controller} />}
        </OnDemand>
      </div>
    </>
  );
}

/** Keeps the list and the open chat in this browser. */
function useKeptChats(controller: ChatController, viewer: Viewer): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for another user, not for a new token
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    loadLazyComponents().then(
      ({ keepChats }) => {
        if (!isOver) stop = keepChats(controller, viewer);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [controller, viewer.owner]);
}

function createController(viewer: Viewer): ChatController {
  return new ChatController({
    viewer,
    readPage: (cursor, projectId) => getChats(viewer.email, cursor, projectId),
    readHistory,
    rename: renameChat,
    loadChanges: loadLazyComponents,
    deleteChat,
    restoreChat,
    sent: sentMessageStorage,
    kept: keptChatsOf(viewer),
    connect: (handlers) =>
      new SocketClient({
        ...handlers,
        url: `wss://${window.location.host}/socket?device=${deviceId()}`,
        onSignedOut: () => void leaveSignedOut(),
        credentials: async (renew) => {
          const token = await idToken({ renew });
          // `renew` is true after failed handshakes, or after the server has refused a frame because of the token. The
          // session may have been ended on another device. The browser does not tell why a handshake failed, so this
          // HTTP call finds out if the session was ended. If so, the server answers `signed_out`, and `callApi` signs
          // the user out.
          if (renew) void readQuota(viewer.email).catch(() => undefined);
          return { protocols: [SOCKET_PROTOCOL, token.jwt], expiresAt: token.expiresAt };
        },
      }),
  });
}

/** Loads the script for this call only now, because the page's first render does not need the script. */
const readQuota = async (email: string) => (await import('./api/plan-models-and-quota.ts')).getQuota(email);
