import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns true from just before the browser prints the page until the dialog for printing is closed. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useLayoutEffect(() => {
    // `flushSync` renders before the event ends: the browser then lays out what is in the document at that moment.
    const onPrint = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', onPrint);
    window.addEventListener('afterprint', onPrint);
    return () => {
      window.removeEventListener('beforeprint', onPrint);
      window.removeEventListener('afterprint', onPrint);
    };
  }, []);
  return isPrinting;
}
