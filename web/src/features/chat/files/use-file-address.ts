import { useEffect } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { type FileAddress, fileAddresses } from './state/file-addresses.ts';

/** Returns and requests the address of a file. After a failure, asks again when the browser is online again. */
export function useFileAddress(fileId: string): FileAddress {
  const address = useStore(fileAddresses.of(fileId));
  useEffect(() => {
    fileAddresses.want(fileId);
    // Asks only after a failure. A new address would make a picture on the screen load a second time.
    const askAgain = () => {
      if (fileAddresses.of(fileId).get().phase === 'failed') fileAddresses.renew(fileId);
    };
    window.addEventListener('online', askAgain);
    return () => window.removeEventListener('online', askAgain);
  }, [fileId]);
  return address;
}
