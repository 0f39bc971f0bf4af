import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref that is true while the component is on screen. A dialog asks it after a call: the user may have closed
 * the dialog meanwhile, and its `onClose` would then close a dialog opened since.
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
