import { useEffect, useRef, useState } from 'react';
import { GUEST_PROTOCOL, SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import { AddChatIcon } from '../../../components/add-chat-icon.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { loadWhenIdle } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { draftStorage } from '../../../lib/draft-storage.ts';
import { guestStorage } from '../../../lib/guest-storage.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { SocketClient } from '../../../lib/socket/client.ts';
import { sentMessageStorage } from '../../../lib/unacknowledged-message-storage.ts';
import styles from '../chat.module.css';
import composerStyles from '../conversation/composer.module.css';
import { ConnectionNotice } from '../conversation/connection-notice.tsx';
import { chatCopy } from '../copy.ts';
import { BesideSidebar, SidebarFrame } from '../sidebar/sidebar-frame.tsx';
import { useVisibleHeight } from '../use-visible-height.ts';
import { guestCopy } from './copy.ts';
import guestStyles from './guest.module.css';
import { GuestChatController } from './guest-chat-controller.ts';
import { GuestConversationView } from './guest-conversation-view.tsx';

const warmUpMarkdown = async () => (await import('../markdown/warm-up-lexer.ts')).warmUpLexer();

/** The guest chat screen (docs/spec.md 2.8). */
export default function GuestPage({ hasSidebar }: { readonly hasSidebar: boolean }) {
  const [controller] = useState(createGuestController);
  useEffect(() => {
    controller.start();
    loadWhenIdle(warmUpMarkdown);
    return () => controller.stop();
  }, [controller]);
  useVisibleHeight();
  useTitle(guestCopy.title);
  const { conversation } = useStore(controller.state);
  return (
    <div className={styles.chat}>
      {hasSidebar && <GuestSidebar />}
      <BesideSidebar>
        {conversation ? (
          <GuestConversationView conversation={conversation} controller={controller} />
        ) : (
          <GuestOpeningView controller={controller} />
        )}
      </BesideSidebar>
    </div>
  );
}

/** The socket needs no token, so the sign-in code is not loaded. */
function createGuestController(): GuestChatController {
  const credentials = { protocols: [SOCKET_PROTOCOL, GUEST_PROTOCOL], expiresAt: Number.POSITIVE_INFINITY };
  return new GuestChatController({
    storage: guestStorage,
    sent: sentMessageStorage,
    drafts: draftStorage,
    connect: (handlers) =>
      new SocketClient({
        ...handlers,
        url: `wss://${window.location.host}/socket`,
        credentials: async () => credentials,
      }),
  });
}

function GuestOpeningView({ controller }: { readonly controller: GuestChatController }) {
  const { failure } = useStore(controller.state);
  return (
    <main id="content" className={styles.conversation}>
      <h1 className="visually-hidden">{guestCopy.title}</h1>
      <div className={styles.body}>
        <div className="centred">
          {failure === undefined ? (
            <div className="spinner" role="status" aria-label={guestCopy.opening} />
          ) : (
            <Callout kind="error">
              {failure}
              <Button onClick={() => void controller.open()}>{commonCopy.retry}</Button>
            </Callout>
          )}
        </div>
      </div>
      <div className={composerStyles.area}>
        <ConnectionNotice status={controller.connection} />
      </div>
    </main>
  );
}

/** New Chat leads to the login, because a guest has only one chat (docs/spec.md 2.8). */
function GuestSidebar() {
  const newChat = useRef<HTMLAnchorElement>(null);
  return (
    <SidebarFrame firstControl={newChat}>
      <nav className={guestStyles.nav} aria-label={guestCopy.nav}>
        <ButtonLink ref={newChat} to="/login">
          <AddChatIcon />
          {chatCopy.chats.newChat}
        </ButtonLink>
      </nav>
    </SidebarFrame>
  );
}
