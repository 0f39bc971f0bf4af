import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '../lib/session/start-session.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.tsx';
import { refuseDroppedFiles } from './refuse-dropped-files.ts';

// The first screen waits for the session and the page's script, so both start before React renders.
void startSession();
preloadPage();
refuseDroppedFiles();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// `after-load.ts` registers the service worker, which relies on hashes in the names of scripts. Only a build has such
// names.
if (import.meta.env.PROD)
  window.addEventListener('load', () => void import('./after-load.ts').catch(() => undefined));
