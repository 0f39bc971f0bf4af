import { useEffect } from 'react';
import type { Chat } from '#contract/entities';
import { TEMPORARY_CHAT_LIFE_MS } from '#contract/temporary-chats';
import { Button } from '../../../components/button.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import styles from './archive.module.css';
import { archiveCopy } from './copy.ts';

interface TemporaryNoteProps {
  readonly controller: ChatController;
  readonly chat: Chat;
}

/**
 * Says above the message input when the temporary chat ends. At the end, reads the history again, so that the page says
 * that the chat is gone.
 */
export function TemporaryNote({ controller, chat: { chatId, createdAt } }: TemporaryNoteProps) {
  const endsAt = Date.parse(createdAt) + TEMPORARY_CHAT_LIFE_MS;
  useEffect(() => {
    const readAgain = () => {
      const open = controller.open.get();
      if (open?.chatId === chatId) void open.history.load();
    };
    const timer = setTimeout(readAgain, Math.max(0, endsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [controller, chatId, endsAt]);
  return (
    <div className={styles.note} role="status">
      <span>{archiveCopy.isTemporary(formatDateTime(new Date(endsAt).toISOString()))}</span>
      <Button isSmall onClick={() => void controller.deletion.delete(chatId)}>
        {archiveCopy.deleteNow}
      </Button>
    </div>
  );
}
