import { useEffect } from 'react';
import { loadWhenIdle, OnDemand } from '../../../components/on-demand.tsx';
import { addChatDialog } from '../../../lib/add-chat.ts';
import type { Viewer } from '../../../lib/session/state.ts';
import { useStore } from '../../../lib/store.ts';
import { loadChatActions } from '../loaders.ts';
import type { Workspace } from '../model/workspace.ts';
import { loadSearch, SearchPopup } from '../search/search-popup.tsx';
import type { NewChat } from '../use-chat-route.ts';
import './chat-dialogs.css';

interface ChatDialogsProps {
  readonly workspace: Workspace;
  readonly viewer: Viewer;
  readonly onNewChat: NewChat;
}

/** Dialogs over the chat screen: the add-chat modal, the search popup, and notices about chats. */
export function ChatDialogs({ workspace, viewer, onNewChat }: ChatDialogsProps) {
  const isAdding = useStore(addChatDialog);
  const hasNotices = useStore(workspace.deletion.notices).length > 0;
  useEffect(() => {
    loadWhenIdle(loadChatActions, loadSearch);
    screens += 1;
    return () => {
      screens -= 1;
      // React may take effects down and set them up again within a moment; the dialog is wanted still then.
      setTimeout(() => screens === 0 && closeAdding());
    };
  }, []);
  const close = () => {
    closeAdding();
    workspace.clearCreationError();
  };
  return (
    <>
      {isAdding && (
        <OnDemand load={loadChatActions} onFailure={closeAdding}>
          {({ AddChatDialog }) => (
            <AddChatDialog workspace={workspace} onCreate={onNewChat} onClose={close} />
          )}
        </OnDemand>
      )}
      <SearchPopup workspace={workspace} email={viewer.email} />
      <div className="chat-notices" role="status">
        {hasNotices && (
          <OnDemand load={loadChatActions}>
            {({ ChatNotices }) => <ChatNotices deletion={workspace.deletion} />}
          </OnDemand>
        )}
      </div>
    </>
  );
}

/** How many chat screens are shown: leaving the last one closes the dialog. */
let screens = 0;

const closeAdding = () => addChatDialog.set(false);
