import { Callout } from '../../../components/callout.tsx';
import { addChatDialogState } from '../../../lib/new-chat-dialog-state.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import styles from '../chat.module.css';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';

/**
 * Error above the open chat, on a phone, when a new chat could not be created. On a wide screen the sidebar shows the
 * error, but on a phone the sidebar is closed. If no chat is open, `NoOpenChat` shows the error.
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
