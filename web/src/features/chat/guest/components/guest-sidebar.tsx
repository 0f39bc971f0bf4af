import { useRef } from 'react';
import { Icon } from '../../../../components/icon.tsx';
import { Link } from '../../../../components/link.tsx';
import { SidebarFrame } from '../../components/sidebar-frame.tsx';
import { chatCopy } from '../../copy.ts';
import { guestCopy } from '../copy.ts';

/** A guest has one chat: a new one is for those who log in (docs/spec.md 2.8). */
export function GuestSidebar() {
  const newChat = useRef<HTMLAnchorElement>(null);
  return (
    <SidebarFrame firstControl={newChat}>
      <nav className="guest-nav" aria-label={guestCopy.nav}>
        <Link ref={newChat} className="button" to="/login">
          <Icon name="add-chat" />
          {chatCopy.chats.newChat}
        </Link>
      </nav>
    </SidebarFrame>
  );
}
