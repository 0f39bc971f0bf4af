import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `after` once, when `ms` milliseconds have passed. Stops the timer while the pointer or the focus is on an
 * element, then restarts it. Returns the event handlers for that element.
 */
export function useTimeout(after: () => void, ms: number) {
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
