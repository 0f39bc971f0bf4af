import { useEffect } from 'react';
import { loadWhenIdle } from '../../../components/on-demand.tsx';
import type { Catalogue } from './catalogue.ts';

/** Reads the catalogue when there is nothing better to do, and anew when the person comes back to the page. */
export function useFresh(catalogue: Catalogue): void {
  useEffect(() => {
    const refresh = () => catalogue.refresh();
    if (catalogue.state.get().phase !== 'ready') loadWhenIdle(refresh);
    const onFocus = () => void refresh();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [catalogue]);
}
