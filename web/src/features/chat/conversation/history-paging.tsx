import { type RefObject, useEffect } from 'react';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import styles from './message-list.module.css';

interface HistoryPagingNotesProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
}

/** Notes over the list that say that older or newer messages are loading, or could not be loaded. */
export function HistoryPagingNotes({ conversation, state: { older, newer } }: HistoryPagingNotesProps) {
  const loadOlder = () => void conversation.history.loadOlder();
  const loadNewer = () => void conversation.history.loadNewer();
  return (
    <>
      <Note
        phase={older}
        className={classNames(styles.note, styles.older)}
        loading={messageCopy.loadingOlder}
        failed={messageCopy.olderFailed}
        onRetry={loadOlder}
      />
      <Note
        phase={newer}
        className={classNames(styles.note, styles.newer)}
        loading={messageCopy.loadingNewer}
        failed={messageCopy.newerFailed}
        onRetry={loadNewer}
      />
    </>
  );
}

interface NoteProps {
  readonly phase: ConversationState['older'];
  readonly className: string;
  readonly loading: string;
  readonly failed: string;
  readonly onRetry: () => void;
}

function Note({ phase, className, loading, failed, onRetry }: NoteProps) {
  if (phase === 'idle') return null;
  if (phase === 'loading') return <p className={className}>{loading}</p>;
  return (
    <p role="alert" className={className}>
      {failed}
      <Button onClick={onRetry}>{commonCopy.retry}</Button>
    </p>
  );
}

/** More messages are requested when an end of the loaded messages is nearer than this many pixels. */
const PRELOAD_DISTANCE = 800;

/**
 * Reads older pages as the user scrolls up. Reads newer pages as the user scrolls down, or at once while fewer than
 * PRELOAD_DISTANCE pixels are left below the visible part.
 */
export function useHistoryPaging(
  scroller: RefObject<HTMLElement | null>,
  conversation: Conversation,
  { newerThan, newer }: ConversationState,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each newer page the effect checks again whether the screen is full
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { state, history } = conversation;
    // The handlers read the store instead of the rendered state. A scroll event can arrive after a page has loaded but
    // before the next render. The rendered state then still says `loading`, so the event would request no further page.
    const readNewer = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (below < PRELOAD_DISTANCE && state.get().newer === 'idle') void history.loadNewer();
    };
    const onScroll = () => {
      if (element.scrollTop < PRELOAD_DISTANCE && state.get().older === 'idle') void history.loadOlder();
      readNewer();
    };
    readNewer();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, conversation, newerThan, newer]);
}
