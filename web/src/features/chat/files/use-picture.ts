import { useRef, useState } from 'react';
import { fileAddresses } from './state/file-addresses.ts';
import { useFileAddress } from './use-file-address.ts';

/** Returns the address of a picture. After a failed load, renews the address once, because it may have expired. */
export function usePicture(fileId: string) {
  const address = useFileAddress(fileId);
  const [hasFailed, setFailed] = useState(false);
  // Not a state: an error may come before React has rendered what the load before it changed.
  const isRenewed = useRef(false);
  const onError = () => {
    if (isRenewed.current) return setFailed(true);
    isRenewed.current = true;
    fileAddresses.renew(fileId);
  };
  const onLoad = () => {
    isRenewed.current = false;
  };
  const retry = () => {
    isRenewed.current = false;
    setFailed(false);
    fileAddresses.renew(fileId);
  };
  const shown = hasFailed ? ({ phase: 'failed' } as const) : address;
  return { shown, retry, onError, onLoad };
}
