import { useRef } from 'react';
import { AddChatIcon } from '../../../components/add-chat-icon.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { addChatDialogState } from '../../../lib/new-chat-dialog-state.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { logout } from '../../../lib/session/session.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import { chatCopy } from '../copy.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import { SEARCH_SHORTCUT, searchPopup } from '../search/search-launcher.tsx';
import type { ChatController, NewChatOptions } from '../state/chats/chat-screen-controller.ts';
import styles from './sidebar.module.css';
import { SidebarChats } from './sidebar-chats.tsx';
import { SidebarFrame } from './sidebar-frame.tsx';

interface SidebarProps {
  readonly controller: ChatController;
  readonly onNewChat: (options?: NewChatOptions) => void;
}

const CLOCK = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.500V12l3 2';

/** Sidebar of a signed-in user (docs/spec.md 2.5). */
export function Sidebar({ controller, onNewChat }: SidebarProps) {
  const { creating, error } = useStore(controller.creation);
  const isAdding = useStore(addChatDialogState);
  const { mobile } = useStore(sidebar.state);
  const firstControl = useRef<HTMLButtonElement>(null);
  const startChat = (options?: NewChatOptions) => {
    sidebar.closeOnMobile();
    onNewChat(options);
  };
  const search = () => {
    sidebar.closeOnMobile();
    searchPopup.set(true);
  };
  return (
    <SidebarFrame firstControl={firstControl}>
      <div className={styles.newChats}>
        <Button
          ref={firstControl}
          className={styles.newChat}
          data-tour="new-chat"
          disabled={creating}
          onClick={() => startChat()}
        >
          <AddChatIcon />
          {chatCopy.chats.newChat}
        </Button>
        <IconButton
          aria-label={chatCopy.chats.newTemporary}
          title={chatCopy.chats.newTemporary}
          disabled={creating}
          onClick={() => startChat({ isTemporary: true })}
        >
          <LineIcon name="temporary" path={CLOCK} />
        </IconButton>
      </div>
      <Button
        className={styles.search}
        data-tour="search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={search}
      >
        <Icon name="search" />
        {chatCopy.chats.search}
        <span className={styles.shortcut} aria-hidden="true">
          {SEARCH_SHORTCUT}
        </span>
      </Button>
      {/* On a phone, the start of a chat closes the sidebar, so the page shows the error. */}
      {error !== undefined && !isAdding && !mobile && <Callout kind="error">{error}</Callout>}
      <nav className={styles.chats} tabIndex={-1} data-tour="chat-list" aria-label={chatCopy.chats.label}>
        <SidebarChats controller={controller} />
      </nav>
      <OnDemand load={loadLazyComponents}>{({ SidebarLinks }) => <SidebarLinks />}</OnDemand>
      <Button kind="plain" className={styles.entry} onClick={() => void logout()}>
        <Icon name="logout" />
        {commonCopy.logout}
      </Button>
    </SidebarFrame>
  );
}
