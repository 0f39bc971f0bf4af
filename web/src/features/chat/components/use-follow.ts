import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within so many pixels of the end counts as the end. */
const END_TOLERANCE = 4;

export interface Follow {
  /** Goes on the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Goes on what grows inside it. */
  readonly content: RefObject<HTMLDivElement | null>;
  readonly following: boolean;
  /** Goes to the end and follows it from there. */
  readonly jump: () => void;
}

/**
 * Keeps the end of a growing text in view until the reader scrolls up (wheel, touch, keys or scrollbar), and
 * again once they have come back to the end.
 */
export function useFollow(): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [following, setFollowing] = useState(true);

  const set = useCallback((next: boolean) => {
    follows.current = next;
    setFollowing(next);
  }, []);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  const jump = useCallback(() => {
    set(true);
    toEnd();
  }, [set, toEnd]);

  useLayoutEffect(toEnd, [toEnd]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    let lastTop = element.scrollTop;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const atEnd = scrollHeight - scrollTop - clientHeight <= END_TOLERANCE;
      if (atEnd && scrollTop >= lastTop) set(true);
      else if (scrollTop < lastTop && !atEnd) set(false);
      lastTop = scrollTop;
    };
    // Sooner than the scroll event, which a growing text may overtake.
    const onWheel = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollHeight > element.clientHeight) set(false);
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [set, toEnd]);

  return { scroller, content, following, jump };
}
