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
import { allExpiring, dismissedNotices, formatRemovalDay, readOlderExpiring } from './expiring-chats.ts';
import styles from './retention.module.css';

interface ExpiringChatsNoticeProps {
  readonly controller: ChatController;
  readonly viewer: Viewer;
}

/** Notice about the chats that will be removed: their number, the first day, the reason, and how to keep them. */
export function ExpiringChatsNotice({ controller, viewer }: ExpiringChatsNoticeProps) {
  const list = useStore(controller.list.state);
  const older = useOlder(viewer.email, list.phase === 'ready' ? list.nextCursor : undefined);
  const [, setDismissals] = useState(0);
  const due = allExpiring(list, older);
  const [first] = due;
  if (!first || dismissedNotices.hasAll(due)) return null;
  const dismiss = () => {
    dismissedNotices.set(due);
    setDismissals((times) => times + 1);
  };
  return (
    <section className={styles.notice} aria-label={retentionCopy.label}>
      <p role="status">
        {retentionCopy.what(due.length, formatRemovalDay(first.removeAt))}{' '}
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

/** Reads once the expiring chats that are older than the list's newest page. */
function useOlder(email: string, cursor: string | undefined): readonly Chat[] {
  const [from, setFrom] = useState(cursor);
  const [older, setOlder] = useState<readonly Chat[]>([]);
  if (from === undefined && cursor !== undefined) setFrom(cursor);
  useEffect(() => {
    if (from === undefined) return;
    const stop = new AbortController();
    const read = (after: string) => getExpiringChats(email, after);
    // A failed read finds no older chats. They are read again at the next visit.
    readOlderExpiring(read, from, stop.signal).then(
      (found) => stop.signal.aborted || setOlder(found),
      () => undefined,
    );
    return () => stop.abort();
  }, [email, from]);
  return older;
}
