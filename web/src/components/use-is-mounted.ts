import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref that is true while the calling component is on screen. A dialog reads the ref when a request has ended,
 * and calls `onClose` only if the ref is true. If the ref is false, the user has closed the dialog during the request,
 * and `onClose` could close another dialog that the user has opened since.
 */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
