import { useEffect, useState } from 'react';
import { loadSiteConfig } from '../../../lib/site-config.ts';

/** True when this deployment sells Premium. */
export function useIsForSale(): boolean {
  const [isForSale, setForSale] = useState(true);
  useEffect(() => {
    loadSiteConfig().then(
      ({ payments }) => setForSale(payments !== 'off'),
      () => undefined,
    );
  }, []);
  return isForSale;
}
