const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;

/** Registers the service worker (decision 0133). The page works without it, so a failed registration is ignored. */
export function registerServiceWorker(): void {
  if (!workers) return;
  if (workers.controller) tellLoaded();
  else workers.addEventListener('controllerchange', tellLoaded, { once: true });
  workers.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
}

/**
 * Tells the worker which assets the page has loaded and will load. The worker does not see an asset that was loaded
 * before the worker took control, or that the browser has in memory.
 */
function tellLoaded(): void {
  const tell = (entries: PerformanceEntryList) => {
    const assets = entries.map(({ name }) => name).filter((name) => name.includes('/assets/'));
    if (assets.length > 0) workers?.controller?.postMessage(assets);
  };
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true });
}
