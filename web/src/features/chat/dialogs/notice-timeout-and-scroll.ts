import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `after` when an element has had neither the pointer nor the focus for `ms` milliseconds. Returns the event
 * handlers for that element.
 */
export function useNoticeTimeout(after: () => void, ms: number) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  // The timer must not restart when the caller passes a new function.
  const onTimeout = useEffectEvent(after);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onTimeout, ms);
    return () => clearTimeout(timer);
  }, [isHeld, ms]);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/** Scrolls the newest notice into view, because a phone does not show all notices at once. */
export function scrollToNotice(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' });
}
