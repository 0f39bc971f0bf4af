import { type MouseEvent, useEffect, useState } from 'react';
import type { Chat } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { Link } from '../../../components/link.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import { getArchivedChats } from '../api/lazy-chat-calls.ts';
import { ExpiryMark } from '../retention/expiry-mark.tsx';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { switchChatUnlessCreating } from '../switch-chat-unless-creating.ts';
import styles from './archive.module.css';
import { archiveCopy as copy } from './copy.ts';
import { setArchived } from './pin-and-archive.ts';

interface ArchivedDialogProps {
  readonly controller: ChatController;
  readonly email: string;
  readonly onClose: () => void;
}

/** Dialog with the archived chats, newest first. */
export function ArchivedDialog({ controller, email, onClose }: ArchivedDialogProps) {
  const { chats, phase, hasMore, readOn, setChats } = useArchive(email);
  const [announcement, announce] = useState('');
  const restore = async (chat: Chat) => {
    setChats((known) => known.filter(({ chatId }) => chatId !== chat.chatId));
    const isRestored = await setArchived(controller, chat, false);
    // The notice of a failure is behind the dialog, where a screen reader does not announce it.
    announce(isRestored ? copy.restored(chat.name) : copy.notices.unarchiveFailed);
    if (!isRestored) setChats((known) => inOrder([...known, chat]));
  };
  const leave = (event: MouseEvent) =>
    switchChatUnlessCreating(controller, event, () => {
      onClose();
      sidebar.closeOnMobile();
    });
  return (
    <Dialog label={copy.archivedChats} onClose={onClose}>
      <DialogBody title={copy.archivedChats} actions={<Button onClick={onClose}>{copy.close}</Button>}>
        <p className="soft">{copy.about}</p>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        {chats.length > 0 && (
          <ul className={styles.chats}>
            {chats.map((chat) => (
              <li key={chat.chatId} className={styles.chat}>
                <Link className={styles.link} to={`/chat/${chat.chatId}`} onClick={leave}>
                  <span className={styles.name} dir="auto">
                    {chat.name}
                  </span>
                  <time className={styles.time} dateTime={chat.createdAt}>
                    {formatDateTime(chat.createdAt)}
                  </time>
                  {chat.removeAt !== undefined && <ExpiryMark at={chat.removeAt} />}
                </Link>
                <Button
                  ref={passFocusToHeading}
                  aria-label={copy.restoreChat(chat.name)}
                  onClick={() => void restore(chat)}
                >
                  {copy.restore}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {phase === 'ready' && chats.length === 0 && !hasMore && <p>{copy.none}</p>}
        {phase === 'loading' && !hasMore && <p role="status">{commonCopy.loadingMessage}</p>}
        {phase === 'failed' && (
          <Callout kind="error">
            {copy.failed}{' '}
            <Button ref={passFocusToHeading} onClick={() => void readOn()}>
              {commonCopy.retry}
            </Button>
          </Callout>
        )}
        {phase !== 'failed' && hasMore && (
          <Button kind="plain" ref={passFocusToHeading} onClick={() => phase === 'ready' && void readOn()}>
            {phase === 'loading' ? commonCopy.loadingMessage : copy.more}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}

/** Reads the first page of the archive. `readOn` reads the next page, or repeats a read that failed. */
function useArchive(email: string) {
  const [chats, setChats] = useState<readonly Chat[]>([]);
  const [cursor, setCursor] = useState<string>();
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading');
  const read = async (from: string | undefined) => {
    setPhase('loading');
    try {
      const page = await getArchivedChats(email, from);
      setChats((known) => inOrder([...known, ...page.chats]));
      setCursor(page.nextCursor);
      setPhase('ready');
    } catch {
      setPhase('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is read once
  useEffect(() => void read(undefined), []);
  return { chats, setChats, phase, hasMore: cursor !== undefined, readOn: () => read(cursor) };
}

/** Sorts chats by creation, newest first, without duplicates. */
const inOrder = (chats: readonly Chat[]): readonly Chat[] =>
  [...new Map(chats.map((chat) => [chat.chatId, chat])).values()].sort((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  );
