/**
 * Registers the service worker (decision 0133) when it is imported, after the page has loaded. The page works without the
 * worker, so a browser that refuses it is ignored.
 */
const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;

/**
 * Tells the worker the addresses of all that the page loads. What was requested before the worker took control has not
 * passed through it.
 */
function tellLoaded(): void {
  const tell = (entries: PerformanceEntryList) =>
    workers?.controller?.postMessage(entries.map(({ name }) => name));
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true });
}

if (workers) {
  if (!workers.controller) workers.addEventListener('controllerchange', tellLoaded, { once: true });
  workers.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
}

export {};
