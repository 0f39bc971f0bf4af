import { useEffect, useState } from 'react';
import type { Chat } from '#contract/entities';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Link } from '../../../components/link.tsx';
import { useWindowFocus } from '../../../components/use-on-window-focus.ts';
import { useStore } from '../../../lib/observable-store.ts';
import type { Viewer } from '../../../lib/session/session-state.ts';
import { getExpiringChats } from '../api/lazy-chat-calls.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { retentionCopy } from './copy.ts';
import {
  allExpiring,
  dismissedNotices,
  formatRemovalDay,
  readAllExpiring,
} from './expiring-chats-and-dismissed-notices.ts';
import styles from './retention.module.css';

interface ExpiringChatsNoticeProps {
  readonly controller: ChatController;
  readonly viewer: Viewer;
}

export function ExpiringChatsNotice({ controller, viewer }: ExpiringChatsNoticeProps) {
  const list = useStore(controller.list.state);
  const others = useOthers(
    controller,
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

/** Time after which a read is outdated, because another device may have used a chat, or a chat may have become due. */
const OUTDATED_MS = 3_600_000;

/**
 * Reads the expiring chats that the list may lack, from the moment that `isWanted` is true. Reads them again when the
 * user comes back to the window and the last read is outdated. Leaves out the chats used in this tab since the read.
 */
function useOthers({ used }: ChatController, email: string, isWanted: boolean): readonly Chat[] {
  const [others, setOthers] = useState<readonly Chat[]>([]);
  const [startedAt, setStartedAt] = useState(Date.now);
  useWindowFocus(isWanted, () => Date.now() - startedAt > OUTDATED_MS && setStartedAt(Date.now()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of `startedAt` starts another read
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const usedBefore = [...used];
    // If the read fails, the notice keeps what it knows until the next read.
    readAllExpiring((cursor) => getExpiringChats(email, cursor), stop.signal).then(
      (found) => {
        if (stop.signal.aborted) return;
        for (const chatId of usedBefore) used.delete(chatId);
        setOthers(found);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [used, email, isWanted, startedAt]);
  return others.filter(({ chatId }) => !used.has(chatId));
}
