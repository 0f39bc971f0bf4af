import { Callout } from '../../../components/callout.tsx';
import { addChatDialogState } from '../../../lib/new-chat-dialog-state.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import styles from '../chat.module.css';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';

/**
 * Says above the open chat, on a phone, why a new chat could not be created: the sidebar, which says so on a wide
 * screen, is closed there. Without an open chat, `NoOpenChat` says it.
 */
export function CreationFailure({ controller }: { readonly controller: ChatController }) {
  const { error } = useStore(controller.creation);
  const { mobile } = useStore(sidebar.state);
  const hasOpenChat = useStore(controller.open) !== undefined;
  const isAdding = useStore(addChatDialogState);
  if (error === undefined || !mobile || !hasOpenChat || isAdding) return null;
  return (
    <Callout kind="error" className={styles.strip}>
      {error}
    </Callout>
  );
}
