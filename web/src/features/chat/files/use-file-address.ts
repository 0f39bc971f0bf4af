import { useEffect } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { type FileAddress, fileAddresses } from './state/file-addresses.ts';

/** Returns the address of a file, and asks for it. After a failure, asks again when the browser is online again. */
export function useFileAddress(fileId: string): FileAddress {
  const address = useStore(fileAddresses.of(fileId));
  useEffect(() => {
    fileAddresses.want(fileId);
    // Asks only after a failure. With a new address, a picture on the screen would be loaded a second time.
    const askAgain = () => {
      if (fileAddresses.of(fileId).get().phase === 'failed') fileAddresses.renew(fileId);
    };
    window.addEventListener('online', askAgain);
    return () => window.removeEventListener('online', askAgain);
  }, [fileId]);
  return address;
}
