/** Settings of the deployment, as components read them. */
import { useEffect, useState } from 'react';
import type { SiteConfig } from '#contract/config';
import { loadSiteConfig } from '../lib/site-config.ts';

let known: SiteConfig | undefined;

/** The file config.json: undefined until it is there, null where it does not come. */
function useSiteConfig(): SiteConfig | undefined | null {
  const [config, setConfig] = useState<SiteConfig | undefined | null>(known);
  useEffect(() => {
    loadSiteConfig().then(
      (loaded) => {
        known = loaded;
        setConfig(known);
      },
      () => setConfig((before) => before ?? null),
    );
  }, []);
  return config;
}

/** The product's name; undefined until it is known. */
export const useProductName = (): string | undefined => useSiteConfig()?.productName;

/** True when users can write to the operator here; undefined until that is known. */
export const useHasSupport = (): boolean | undefined => useSiteConfig()?.hasSupport;

/** How the deployment is paid for; undefined until that is known. Without config.json nothing can be bought. */
export function usePayments(): SiteConfig['payments'] | undefined {
  const config = useSiteConfig();
  return config === null ? 'off' : config?.payments;
}

/** Names the page in the browser's tab: what is open, and the product. */
export function useTitle(page?: string): void {
  const productName = useProductName();
  useEffect(() => {
    const title = [page, productName].filter(Boolean).join(' · ');
    if (title) document.title = title;
  }, [page, productName]);
}
