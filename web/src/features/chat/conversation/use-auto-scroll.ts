import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as the end. Auto-scroll stops when the user scrolls up by more pixels. */
const END_TOLERANCE = 4;

export interface AutoScroll {
  readonly following: boolean;
  /** Scrolls to the end, and follows it until the user scrolls up. */
  readonly jump: () => void;
  /** Stops following, and keeps the scroll position. */
  readonly release: () => void;
  /** Scrolls to the end if following. Call it after the content has changed its size. */
  readonly keepUp: () => void;
}

/**
 * Keeps the end of a growing text in view until the user scrolls up, and again when the user is back at the end.
 * @param isWhole false while newer parts of the text are not loaded. Auto-scroll then does not start when the user
 * reaches the end. Auto-scroll would go to the end of each newly loaded part, and this scroll would load the next part.
 */
export function useAutoScroll(scroller: RefObject<HTMLElement | null>, isWhole: boolean): AutoScroll {
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
    return element ? watchUserScroll(element, (next) => set(next && isWhole)) : undefined;
  }, [scroller, set, isWhole]);

  return { following, jump, release, keepUp };
}

/**
 * When the content gets shorter, the browser may move the scroll position up. That does not count as scrolling by the
 * user.
 */
function watchUserScroll(element: HTMLElement, setFollowing: (following: boolean) => void): () => void {
  let { scrollTop: lastTop, scrollHeight: lastHeight } = element;
  /** Pixels moved up since the last movement down. A slow drag moves up by little in each event. */
  let movedByUser = 0;
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= END_TOLERANCE;
    const movedUp = lastTop - scrollTop;
    const movedByContent = Math.max(0, lastHeight - scrollHeight);
    movedByUser = movedUp < 0 ? 0 : movedByUser + Math.max(0, movedUp - movedByContent);
    if (isAtEnd && movedUp <= 0) setFollowing(true);
    else if (movedByUser > END_TOLERANCE && !isAtEnd) setFollowing(false);
    lastTop = scrollTop;
    lastHeight = scrollHeight;
  };
  // The wheel event is earlier than the scroll event. Text added between the two events would scroll back to the end.
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
