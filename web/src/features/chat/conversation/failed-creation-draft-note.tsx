import { Callout } from '../../../components/callout.tsx';
import { draftStorage, NEW_CHAT } from '../../../lib/draft-storage.ts';
import { useStore } from '../../../lib/observable-store.ts';
import styles from '../chat.module.css';
import { actionsCopy } from '../dialogs/chat-actions-copy.ts';
import { hasContent } from '../files/state/draft-files.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';

/** Tells the user, after the creation of a chat failed, that the draft for the chat is kept. */
export function KeptDraftNote({ controller }: { readonly controller: ChatController }) {
  const { error } = useStore(controller.creation);
  const added = useStore(controller.fileDrafts.of(NEW_CHAT).state);
  const isKept = error !== undefined && (draftStorage.get(NEW_CHAT) !== '' || hasContent(added));
  return (
    <div role="status">
      {isKept && <Callout className={styles.strip}>{actionsCopy.add.keptDraft}</Callout>}
    </div>
  );
}
