import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '../lib/session/start-session.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.tsx';

// Starts the requests that the first screen waits for before React renders.
void startSession();
preloadPage();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
