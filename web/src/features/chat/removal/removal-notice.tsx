import { useEffect, useState } from 'react';
import type { Chat } from '#contract/entities';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Link } from '../../../components/link.tsx';
import type { Viewer } from '../../../lib/session/state.ts';
import { useStore } from '../../../lib/store.ts';
import { getChats } from '../api/chats.ts';
import type { ChatController } from '../state/chats/chat-controller.ts';
import { removalCopy } from './copy.ts';
import { allDue, olderDue, seenRemovals } from './due-chats.ts';
import styles from './removal.module.css';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const formatDay = (at: string): string => day.format(new Date(at));

interface RemovalNoticeProps {
  readonly controller: ChatController;
  readonly viewer: Viewer;
}

/** Tells, before anything is removed for its age, how much and when, why, and how to keep it. Until it is put away. */
export function RemovalNotice({ controller, viewer }: RemovalNoticeProps) {
  const list = useStore(controller.list.state);
  const older = useOlder(viewer.email, list.phase === 'ready' ? list.nextCursor : undefined);
  const [, setPutAway] = useState(0);
  const due = allDue(list, older);
  const [first] = due;
  if (!first || seenRemovals.hasAll(due)) return null;
  const putAway = () => {
    seenRemovals.set(due);
    setPutAway((times) => times + 1);
  };
  return (
    <section className={styles.notice} aria-label={removalCopy.label}>
      <p role="status">
        {removalCopy.what(due.length, formatDay(first.removeAt))}{' '}
        {first.keptDays !== undefined && `${removalCopy.why(first.keptDays)} `}
        {removalCopy.how}
      </p>
      <div className={styles.ways}>
        <Link to="/account">{removalCopy.download}</Link>
        <Link to="/subscription">{removalCopy.plans}</Link>
        <IconButton aria-label={removalCopy.dismiss} onClick={putAway}>
          <Icon name="close" size={16} />
        </IconButton>
      </div>
    </section>
  );
}

/** Reads the due chats that the list has not read: the oldest. Read once. */
function useOlder(email: string, cursor: string | undefined): readonly Chat[] {
  const [from, setFrom] = useState(cursor);
  const [older, setOlder] = useState<readonly Chat[]>([]);
  if (from === undefined && cursor !== undefined) setFrom(cursor);
  useEffect(() => {
    if (from === undefined) return;
    const stop = new AbortController();
    const read = (after: string) => getChats(email, after);
    // Without an answer the notice comes with the next visit.
    olderDue(read, from, stop.signal).then(
      (found) => stop.signal.aborted || setOlder(found),
      () => undefined,
    );
    return () => stop.abort();
  }, [email, from]);
  return older;
}

/** Beside a chat of the list. */
export function RemovalMark({ at }: { readonly at: string }) {
  return <span className={styles.mark}>{removalCopy.mark(formatDay(at))}</span>;
}
