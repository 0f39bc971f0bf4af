import { type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { addChatDialog } from '../../../lib/add-chat.ts';
import { chatTexts } from '../../../lib/chat-texts.ts';
import { logout } from '../../../lib/session/session.ts';
import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar.ts';
import { useStore } from '../../../lib/store.ts';
import { texts } from '../../../lib/texts.ts';
import type { Workspace } from '../model/workspace.ts';
import { SEARCH_SHORTCUT, searchPopup } from '../search/search-state.ts';
import { SidebarChats } from './sidebar-chats.tsx';
import './sidebar.css';

interface SidebarProps {
  readonly workspace: Workspace;
  readonly onNewChat: () => void;
}

/** New Chat, the chats and Logout (spec 2). On mobile it lies over the page and closes when a chat is picked. */
export function Sidebar({ workspace, onNewChat }: SidebarProps) {
  const { open, mobile } = useStore(sidebar.state);
  const { creating, error } = useStore(workspace.creation);
  const isAdding = useStore(addChatDialog);
  const firstControl = useRef<HTMLButtonElement>(null);
  useSidebarPresence();
  useFocusOnMobile(open && mobile, firstControl);
  const startChat = () => {
    sidebar.closeOnMobile();
    onNewChat();
  };
  const search = () => {
    sidebar.closeOnMobile();
    searchPopup.set(true);
  };
  return (
    <>
      {mobile && open && <div className="sidebar-veil" onClick={sidebar.closeOnMobile} aria-hidden="true" />}
      <div id={SIDEBAR_ID} className="sidebar" data-open={open} inert={!open}>
        <button
          ref={firstControl}
          type="button"
          className="button sidebar-new"
          data-tour="new-chat"
          disabled={creating}
          onClick={startChat}
        >
          <Icon name="add-chat" />
          {chatTexts.chats.newChat}
        </button>
        <button
          type="button"
          className="button sidebar-search"
          data-tour="search"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={search}
        >
          <Icon name="search" />
          {chatTexts.chats.search}
          <span className="sidebar-shortcut" aria-hidden="true">
            {SEARCH_SHORTCUT}
          </span>
        </button>
        {error !== undefined && !isAdding && (
          <p role="alert" className="notice notice-error">
            {error}
          </p>
        )}
        <nav className="sidebar-chats" data-tour="chat-list" aria-label={chatTexts.chats.label}>
          <SidebarChats workspace={workspace} />
        </nav>
        <button type="button" className="button button-plain sidebar-logout" onClick={() => void logout()}>
          <Icon name="logout" />
          {texts.logout}
        </button>
      </div>
    </>
  );
}

/** Over the page, an open sidebar takes the focus, and gives it back to the menu button when it closes. */
function useFocusOnMobile(open: boolean, firstControl: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open === wasOpen.current) return;
    wasOpen.current = open;
    if (open) firstControl.current?.focus();
    else if (sidebar.state.get().mobile) menuButton()?.focus();
  }, [open, firstControl]);
}

const menuButton = () => document.querySelector<HTMLElement>(`[aria-controls="${SIDEBAR_ID}"]`);

/** The menu button appears with the sidebar; Escape closes it where it lies over the page. */
function useSidebarPresence(): void {
  useEffect(() => {
    sidebar.setPresent(true);
    const onKey = (event: KeyboardEvent) => {
      const { mobile, open } = sidebar.state.get();
      // Escape is first of all for what lies over the sidebar, or is being edited in it.
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && mobile && open && !isTaken) sidebar.closeOnMobile();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      sidebar.setPresent(false);
    };
  }, []);
}
