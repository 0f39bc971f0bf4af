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

/** Reads the expiring chats on later pages of the list, once, from the first `cursor` on. */
function useOlder(email: string, cursor: string | undefined): readonly Chat[] {
  const [from, setFrom] = useState(cursor);
  const [older, setOlder] = useState<readonly Chat[]>([]);
  if (from === undefined && cursor !== undefined) setFrom(cursor);
  useEffect(() => {
    if (from === undefined) return;
    const stop = new AbortController();
    const read = (after: string) => getExpiringChats(email, after);
    // If the read fails, the notice leaves out the older chats until the user opens the chat page again.
    readOlderExpiring(read, from, stop.signal).then(
      (found) => stop.signal.aborted || setOlder(found),
      () => undefined,
    );
    return () => stop.abort();
  }, [email, from]);
  return older;
}
