import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '../lib/session/start-session.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.tsx';
import { registerServiceWorker } from './register-service-worker.ts';

// The first screen waits for the session and the page's script, so both start before React renders.
void startSession();
preloadPage();
registerServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
