import { useEffect } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { type FileAddress, fileAddresses } from './state/file-addresses.ts';

/** Returns the address of a file, and asks for it. After a failure asks again when the connection comes back. */
export function useFileAddress(fileId: string): FileAddress {
  const address = useStore(fileAddresses.of(fileId));
  useEffect(() => {
    const ask = () => fileAddresses.want(fileId);
    ask();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [fileId]);
  return address;
}
