import { useSyncExternalStore } from 'react';
import { Callout } from './callout.tsx';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineNotice({ text }: { readonly text: string }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{!isOnline && <Callout>{text}</Callout>}</div>;
}
