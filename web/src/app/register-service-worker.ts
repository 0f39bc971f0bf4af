/** Registers the service worker (decision 0133). The page works without it, so a failed registration is ignored. */
import { session } from '../lib/session/session-state.ts';
import { SessionEndedPage } from './pages.tsx';

const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;

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

if (workers) {
  if (workers.controller) tellLoaded();
  else workers.addEventListener('controllerchange', tellLoaded, { once: true });
  workers.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
}

/**
 * Loads the session-ended page early, while the user is signed in. When the session ends later, the browser may have no
 * network to load the page.
 */
function loadSessionEndedPage(): void {
  if (session.get().status === 'authenticated') SessionEndedPage.preload();
}
session.subscribe(loadSessionEndedPage);
loadSessionEndedPage();
