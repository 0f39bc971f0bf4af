import { useRef, useState } from 'react';
import { fileAddresses } from './state/file-addresses.ts';
import { useFileAddress } from './use-file-address.ts';

/** Returns the address of a picture. After a failed load, renews the address once, because it may have expired. */
export function usePicture(fileId: string) {
  const address = useFileAddress(fileId);
  const [hasFailed, setFailed] = useState(false);
  // A ref, because an event must see the value that the event before it has set. React may not have rendered between
  // the two events, and then a state would still have its old value.
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
