import { useEffect, useState } from 'react';

/**
 * Calls `after` once, when `ms` milliseconds have passed. Stops the timer while the pointer or the focus is on an
 * element, then restarts it. Returns the event handlers for that element.
 */
export function useTimeout(after: () => void, ms: number) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(after, ms);
    return () => clearTimeout(timer);
  }, [isHeld, after, ms]);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
