import { useEffect, useState } from 'react';
import type { SiteConfig } from '#contract/config';
import { loadSiteConfig } from '../../../lib/site-config.ts';

type Payments = SiteConfig['payments'];

/** How the deployment is paid for; undefined until config.json is there. */
export function usePayments(): Payments | undefined {
  const [payments, setPayments] = useState<Payments>();
  useEffect(() => {
    loadSiteConfig().then(
      (config) => setPayments(config.payments),
      // Without it nothing can be bought.
      () => setPayments('off'),
    );
  }, []);
  return payments;
}
