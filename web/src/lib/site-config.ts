import type { SiteConfig } from '#contract/site-config';

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

const RETRY_DELAYS_MS = [500, 2_000];
/** Same timeout as for the renewal of tokens (docs/spec.md 9). */
const TIMEOUT_MS = 10_000;

let loading: Promise<SiteConfig> | undefined;

/**
 * Returns the content of `/config.json`, which is fetched once.
 * @throws if the file is still missing or incomplete after two retries; a later call fetches it again
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

/**
 * index.html preloads the file with the default mode and credentials of `fetch`. With another mode or credentials, the
 * browser would ignore the preload and load the file twice.
 */
async function fetchConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const read: unknown = await response.json();
  if (!isSiteConfig(read)) throw new Error('config.json is incomplete');
  return read;
}

/** Does without the contract's schema, so that the landing page loads no zod. */
function isSiteConfig(value: unknown): value is SiteConfig {
  return KEYS.every((key) => typeof Reflect.get(Object(value), key) === 'string');
}
