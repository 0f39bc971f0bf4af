import { useSyncExternalStore } from 'react';
import { adminTexts } from '../../../lib/admin-texts.ts';

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
  return <div role="status">{!isOnline && <p className="notice">{adminTexts.offlineNotice}</p>}</div>;
}
