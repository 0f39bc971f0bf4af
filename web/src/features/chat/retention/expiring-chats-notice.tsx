import { useEffect, useState } from 'react';
import type { Chat } from '#contract/entities';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Link } from '../../../components/link.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { Viewer } from '../../../lib/session/session-state.ts';
import { getExpiringChats } from '../api/lazy-chat-calls.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { retentionCopy } from './copy.ts';
import { allExpiring, dismissedNotices, formatRemovalDay, readAllExpiring } from './expiring-chats.ts';
import styles from './retention.module.css';

interface ExpiringChatsNoticeProps {
  readonly controller: ChatController;
  readonly viewer: Viewer;
}

export function ExpiringChatsNotice({ controller, viewer }: ExpiringChatsNoticeProps) {
  const list = useStore(controller.list.state);
  const others = useOthers(
    viewer.email,
    list.phase === 'ready' && (list.hasArchived === true || list.nextCursor !== undefined),
  );
  const [, setDismissals] = useState(0);
  const due = allExpiring(list, others);
  const [first] = due;
  const archived = due.filter(({ isArchived }) => isArchived).length;
  if (!first || dismissedNotices.hasAll(due)) return null;
  const dismiss = () => {
    dismissedNotices.set(due);
    setDismissals((times) => times + 1);
  };
  return (
    <section className={styles.notice} aria-label={retentionCopy.label}>
      <p role="status">
        {retentionCopy.what(due.length, archived, formatRemovalDay(first.removeAt))}{' '}
        {first.keptDays !== undefined && `${retentionCopy.why(first.keptDays)} `}
        {retentionCopy.how}
      </p>
      <div className={styles.ways}>
        <Link to="/account">{retentionCopy.download}</Link>
        <Link to="/subscription">{retentionCopy.plans}</Link>
        <IconButton aria-label={retentionCopy.dismiss} onClick={dismiss}>
          <Icon name="close" size={16} />
        </IconButton>
      </div>
    </section>
  );
}

/** Reads the expiring chats that the list may lack, once, from the moment that `isWanted` is true. */
function useOthers(email: string, isWanted: boolean): readonly Chat[] {
  const [others, setOthers] = useState<readonly Chat[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    // If the read fails, the notice leaves out these chats until the user opens the chat page again.
    readAllExpiring((cursor) => getExpiringChats(email, cursor), stop.signal).then(
      (found) => stop.signal.aborted || setOthers(found),
      () => undefined,
    );
    return () => stop.abort();
  }, [email, isWanted]);
  return others;
}
