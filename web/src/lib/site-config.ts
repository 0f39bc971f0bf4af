import type { SiteConfig } from '#contract/config';

const KEYS = [
  'productName',
  'region',
  'userPoolId',
  'userPoolClientId',
  'identityPoolId',
  'hostedUiDomain',
  'userPoolEndpoint',
  'identityPoolEndpoint',
  'payments',
] as const satisfies readonly (keyof SiteConfig)[];

let loading: Promise<SiteConfig> | undefined;

/**
 * `/config.json`, once for the page. Its request is the one that index.html preloads, so its mode must match.
 * @throws if the file is missing or incomplete; a later call asks again
 */
export function loadSiteConfig(): Promise<SiteConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { mode: 'cors', credentials: 'same-origin' });
  const read: unknown = await response.json();
  if (!isSiteConfig(read)) throw new Error('config.json is incomplete');
  return read;
}

/** By hand rather than with the contract's schema: the landing page stays without a schema library. */
function isSiteConfig(value: unknown): value is SiteConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    KEYS.every((key) => typeof Reflect.get(value, key) === 'string')
  );
}
