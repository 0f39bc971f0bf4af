import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `after` when `ms` milliseconds have passed without the pointer or the focus on an element. The time begins
 * again when both have left the element. Returns the event handlers for that element.
 */
export function useNoticeTimeout(after: () => void, ms: number) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  // A caller may pass a new function at each render. The timer must not restart for it.
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
