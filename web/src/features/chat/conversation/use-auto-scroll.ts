import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';

/** Within so many pixels of the end counts as the end. */
const END_TOLERANCE = 4;

export interface AutoScroll {
  readonly following: boolean;
  /** Goes to the end and follows it from there. */
  readonly jump: () => void;
  /** Stays where the reader is. */
  readonly release: () => void;
  /** To be called when the content has changed its size. */
  readonly keepUp: () => void;
}

/**
 * Keeps the end of a growing text in view until the reader scrolls up (wheel, touch, keys or scrollbar), and
 * again once they have come back to the end. `scroller` is the element that scrolls.
 */
export function useAutoScroll(scroller: RefObject<HTMLElement | null>): AutoScroll {
  const follows = useRef(true);
  const [following, setFollowing] = useState(true);

  const set = useCallback((next: boolean) => {
    follows.current = next;
    setFollowing(next);
  }, []);
  const keepUp = useCallback(() => {
    const element = scroller.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [scroller]);
  const jump = useCallback(() => {
    set(true);
    keepUp();
  }, [set, keepUp]);
  const release = useCallback(() => set(false), [set]);

  useEffect(() => {
    const element = scroller.current;
    return element ? watchReader(element, set) : undefined;
  }, [scroller, set]);

  return { following, jump, release, keepUp };
}

/** Tells apart the reader's scrolling from what follows of a changed layout. */
function watchReader(element: HTMLElement, setFollowing: (following: boolean) => void): () => void {
  let { scrollTop: lastTop, scrollHeight: lastHeight } = element;
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= END_TOLERANCE;
    const movedUp = lastTop - scrollTop;
    const isReader = movedUp > Math.max(0, lastHeight - scrollHeight) + END_TOLERANCE;
    if (isAtEnd && movedUp <= 0) setFollowing(true);
    else if (isReader && !isAtEnd) setFollowing(false);
    lastTop = scrollTop;
    lastHeight = scrollHeight;
  };
  // Sooner than the scroll event, which a growing text may overtake.
  const onWheel = ({ deltaY }: WheelEvent) => {
    if (deltaY < 0 && element.scrollHeight > element.clientHeight) setFollowing(false);
  };
  element.addEventListener('scroll', onScroll, { passive: true });
  element.addEventListener('wheel', onWheel, { passive: true });
  return () => {
    element.removeEventListener('scroll', onScroll);
    element.removeEventListener('wheel', onWheel);
  };
}

/**
 * Brings the message that is asked for into view, wherever in the list it is. `jump` goes to the end,
 * `release` stops following it.
 */
export function useScrollToTarget(
  list: RefObject<VirtualizerHandle | null>,
  conversation: Conversation,
  { target, messages }: ConversationState,
  { jump, release }: Pick<AutoScroll, 'jump' | 'release'>,
): void {
  const place = target ? messages.findIndex(({ index }) => index === target.index) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish, wherever messages move meanwhile
  useEffect(() => {
    if (!target) return;
    if (place >= 0 && place === messages.length - 1) jump();
    else if (place >= 0) {
      release();
      // The last ones are rendered whatever the reader sees, and stand outside of the list.
      const shown = document.querySelector(`[data-message="${CSS.escape(messages[place]?.key ?? '')}"]`);
      if (shown) shown.scrollIntoView({ block: 'center' });
      else list.current?.scrollToIndex(place, { align: 'center' });
    }
    // A message that was looked for reports itself when it is on screen and has the focus.
    if (place < 0 || !target.isFound) conversation.history.reachedTarget();
  }, [target]);
}
