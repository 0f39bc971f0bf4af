import { useEffect } from 'react';

export function useWindowFocus(isActive: boolean, act: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    window.addEventListener('focus', act);
    return () => window.removeEventListener('focus', act);
  });
}
