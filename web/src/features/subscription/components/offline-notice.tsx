import { useSyncExternalStore } from 'react';
import { planWords } from '../../../lib/subscription-texts.ts';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{!isOnline && <p className="notice">{planWords.offline}</p>}</div>;
}
