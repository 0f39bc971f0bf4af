/** Starts what waits until the browser has loaded the first screen. `main.tsx` imports this file only in a build. */
import { preloadSessionEndedPage } from './preload-session-ended-page.ts';
import { registerServiceWorker } from './register-service-worker.ts';

registerServiceWorker();
preloadSessionEndedPage();
