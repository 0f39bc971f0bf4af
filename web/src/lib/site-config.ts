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

/** How long to wait before asking again, and once more, when the file does not come. */
const RETRY_DELAYS_MS = [500, 2_000];

let loading: Promise<SiteConfig> | undefined;

/**
 * `/config.json`, once for the page. Its request is the one that index.html preloads, so its mode must match.
 * A failure is tried again, twice.
 * @throws if the file is missing or incomplete all the same; a later call asks again
 */
export function loadSiteConfig(): Promise<SiteConfig> {
  loading ??= tryFetching().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function tryFetching(): Promise<SiteConfig> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await fetchConfig();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return fetchConfig();
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
