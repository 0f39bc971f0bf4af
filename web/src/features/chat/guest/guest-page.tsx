import { useEffect, useState } from 'react';
import { useTitle } from '../../../components/use-title.ts';
import { useStore } from '../../../lib/store.ts';
import { guestCopy } from './copy.ts';
import '../chat.css';
import '../markdown/markdown.css';
import './guest.css';
import { useVisibleHeight } from '../components/use-visible-height.ts';
import { GuestConversationView } from './components/guest-conversation-view.tsx';
import { GuestOpeningView } from './components/guest-opening-view.tsx';
import { GuestSidebar } from './components/guest-sidebar.tsx';
import { createGuestWorkspace } from './create-guest-workspace.ts';

/** The guest chat screen (docs/spec.md 2.8), for everybody who is not signed in. */
export default function GuestPage({ hasSidebar }: { readonly hasSidebar: boolean }) {
  const [workspace] = useState(createGuestWorkspace);
  useEffect(() => {
    workspace.start();
    return () => workspace.stop();
  }, [workspace]);
  useVisibleHeight();
  useTitle(guestCopy.title);
  const { conversation } = useStore(workspace.state);
  return (
    <div className="chat">
      {hasSidebar && <GuestSidebar />}
      {conversation ? (
        <GuestConversationView conversation={conversation} workspace={workspace} />
      ) : (
        <GuestOpeningView workspace={workspace} />
      )}
    </div>
  );
}
