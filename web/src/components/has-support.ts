import { useEffect, useState } from 'react';
import { loadSiteConfig } from '../lib/site-config.ts';

/** True when users can write to the operator here; undefined until that is known. */
export function useHasSupport(): boolean | undefined {
  const [has, setHas] = useState<boolean>();
  useEffect(() => {
    loadSiteConfig().then(
      ({ hasSupport }) => setHas(hasSupport),
      () => undefined,
    );
  }, []);
  return has;
}
