import { type RefObject, useEffect } from 'react';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { commonCopy } from '../../../lib/common-copy.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { messageCopy } from './copy.ts';
import styles from './message-list.module.css';

interface HistoryPagingNotesProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
}

/**
 * Shows a note while older or newer messages are loading, or after they have failed to load. The notes lie over the
 * list and do not move it.
 */
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

/**
 * Distance in pixels from the visible part to an end of the loaded messages. At a smaller distance, more messages are
 * requested.
 */
const PRELOAD_DISTANCE = 800;

/**
 * Reads older pages as the user scrolls up. If the loaded messages do not reach the chat's end, also reads newer pages
 * as the user scrolls down. Reads newer pages without a scroll while the end of the loaded messages is nearer than
 * `PRELOAD_DISTANCE`.
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
    // Reads the store instead of the rendered state: a scroll event can arrive after a page has loaded but before the
    // next render.
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
