import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';

/** Distance in pixels from the end that still counts as the end. */
const END_TOLERANCE = 4;

interface AutoScroll {
  readonly following: boolean;
  /** Scrolls to the end and follows it from then on. */
  readonly jump: () => void;
  /** Stops following, and keeps the scroll position. */
  readonly release: () => void;
  /** Scrolls to the end if following. Call it after the content has changed its size. */
  readonly keepUp: () => void;
}

/**
 * Keeps the end of a growing text in view. Stops when the user scrolls up by wheel, touch, keys or scrollbar, and
 * starts again when the user is back at the end. `scroller` is the scrolling element.
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

/** Calls `setFollowing` when the user scrolls. Ignores scroll events caused by a change of the content's height. */
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
  // The wheel event is earlier than the scroll event. A chunk between the two would scroll back to the end.
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
 * Scrolls to the target message once for each new `target`. `jump` scrolls to the end and follows it, `release` stops
 * following.
 */
export function useScrollToTarget(
  list: RefObject<VirtualizerHandle | null>,
  conversation: Conversation,
  { target, messages }: ConversationState,
  { jump, release }: Pick<AutoScroll, 'jump' | 'release'>,
): void {
  const place = target ? messages.findIndex(({ index }) => index === target.index) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each target, also if its position changes later
  useEffect(() => {
    if (!target) return;
    if (place >= 0 && place === messages.length - 1) jump();
    else if (place >= 0) {
      release();
      // A message of the last turn is outside the virtual list, which cannot scroll to it.
      const shown = document.querySelector(`[data-message="${CSS.escape(messages[place]?.key ?? '')}"]`);
      if (shown) shown.scrollIntoView({ block: 'center' });
      else list.current?.scrollToIndex(place, { align: 'center' });
    }
    // A found message clears the target itself, after it has taken the focus (see message-view.tsx).
    if (place < 0 || !target.isFound) conversation.history.reachedTarget();
  }, [target]);
}
