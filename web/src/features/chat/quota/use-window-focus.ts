import { useEffect } from 'react';

/** Calls `act` each time the window gets the focus, while `isActive`. */
export function useWindowFocus(isActive: boolean, act: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    window.addEventListener('focus', act);
    return () => window.removeEventListener('focus', act);
  });
}
