import { useEffect, useState } from 'react';
import type { Sharing } from '#contract/sharing';
import type { SiteConfig } from '#contract/site-config';
import { loadSiteConfig } from '../lib/site-config.ts';

let known: SiteConfig | undefined;

/** Content of config.json: undefined while it is loading, null when it cannot be loaded. */
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

export const useProductName = (): string | undefined => useSiteConfig()?.productName;

export const useHasSupport = (): boolean | undefined => useSiteConfig()?.hasSupport;

export const useHasFiles = (): boolean => useSiteConfig()?.files !== undefined;

/**
 * Returns the widest group that may read a shared chat: `off` if chats cannot be shared. A config.json without this
 * setting counts as `off`.
 */
export function useSharing(): Sharing | undefined {
  const config = useSiteConfig();
  return config ? (config.sharing ?? 'off') : undefined;
}

/** Returns how the deployment takes payments. Undefined until known; `off` if config.json cannot be loaded. */
export function usePayments(): SiteConfig['payments'] | undefined {
  const config = useSiteConfig();
  return config === null ? 'off' : config?.payments;
}
