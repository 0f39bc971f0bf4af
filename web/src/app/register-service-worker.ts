/** Path of the script, next to index.html. */
const SCRIPT = '/service-worker.js';

/**
 * Registers the service worker (decision 0133) when the page has loaded. Does nothing in development, where modules
 * change. The page works without the worker, so a browser that refuses it is ignored.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => void register(navigator.serviceWorker).catch(() => undefined));
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  if (!workers.controller) workers.addEventListener('controllerchange', tellLoaded, { once: true });
  await workers.register(SCRIPT, { updateViaCache: 'none' });
}

/**
 * Tells the worker the addresses of all that the page loads. What was requested before the worker took control has not
 * passed through it.
 */
function tellLoaded(): void {
  const tell = (entries: PerformanceEntryList) =>
    navigator.serviceWorker.controller?.postMessage(entries.map(({ name }) => name));
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true });
}
