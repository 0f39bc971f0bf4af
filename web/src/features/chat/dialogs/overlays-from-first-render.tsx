import { useEffect } from 'react';
import { loadWhenIdle, OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { addChatDialogState } from '../../../lib/new-chat-dialog-state.ts';
import { useStore } from '../../../lib/observable-store.ts';
import type { Viewer } from '../../../lib/session/session-state.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import { loadSearch, SearchLauncher } from '../search/search-launcher.tsx';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import type { NewChat } from '../use-new-chat.ts';
import styles from './notices.module.css';

interface OverlaysProps {
  readonly controller: ChatController;
  readonly viewer: Viewer;
  readonly onNewChat: NewChat;
}

/**
 * Overlays that can open from the first render of the chat screen on: the dialog for a new chat, the search, and the
 * notices about chats. The script of an overlay's content loads once the browser is idle, or earlier if the overlay
 * opens. The other overlays are in `lazy-overlays.tsx`.
 */
export function Overlays({ controller, viewer, onNewChat }: OverlaysProps) {
  const isAdding = useStore(addChatDialogState);
  const hasNotices = useStore(controller.deletion.notices).length > 0;
  useEffect(() => {
    loadWhenIdle(loadLazyComponents, loadSearch);
    return closeAdding;
  }, []);
  const close = () => {
    closeAdding();
    controller.clearCreationError();
  };
  return (
    <>
      {isAdding && (
        <OnDemand load={loadLazyComponents} onFailure={closeAdding}>
          {({ AddChatDialog }) => (
            <AddChatDialog controller={controller} onCreate={(name) => onNewChat({ name })} onClose={close} />
          )}
        </OnDemand>
      )}
      <SearchLauncher controller={controller} email={viewer.email} />
      <div className={styles.notices} role="status" data-notices>
        {hasNotices && (
          <OnDemand load={loadLazyComponents}>
            {({ ChatNotices }) => <ChatNotices controller={controller} email={viewer.email} />}
          </OnDemand>
        )}
      </div>
    </>
  );
}

const closeAdding = () => addChatDialogState.set(false);
