import type { Chat } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import styles from './archive.module.css';
import { archiveCopy } from './copy.ts';
import { setArchived } from './pin-and-archive.ts';

interface ArchivedNoteProps {
  readonly controller: ChatController;
  readonly chat: Chat;
}

/** Says above the message input that the open chat is archived. */
export function ArchivedNote({ controller, chat }: ArchivedNoteProps) {
  return (
    <div className={styles.note} role="status">
      <span>{archiveCopy.isArchived}</span>
      <Button onClick={() => void setArchived(controller, chat, false)}>{archiveCopy.restore}</Button>
    </div>
  );
}
