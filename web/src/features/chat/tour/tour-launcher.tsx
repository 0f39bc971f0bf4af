import { useEffect, useState } from 'react';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { browserStorage } from '../../../lib/browser-storage.ts';
import { tourCopy } from './copy.ts';

const loadTour = () => import('./tour.tsx');

/** Starts the guided tour in a browser that has not shown it yet. The restart button is hidden (docs/spec.md 2.7). */
export function TourLauncher() {
  const [isRunning, setRunning] = useState(false);
  useEffect(() => (tourFlag.isSet() ? undefined : startWhenReady(() => setRunning(true))), []);
  const stop = () => setRunning(false);
  const end = () => {
    tourFlag.set();
    stop();
  };
  return (
    <>
      <button type="button" hidden onClick={() => setRunning(true)}>
        {tourCopy.restart}
      </button>
      {isRunning && (
        <OnDemand load={loadTour} onFailure={stop} isQuiet>
          {({ Tour }) => <Tour onEnd={end} />}
        </OnDemand>
      )}
    </>
  );
}

/** Delay before the tour starts by itself (docs/spec.md 9). */
const START_DELAY_MS = 2_000;
/** Milliseconds without an input after which the user no longer counts as typing. */
const TYPING_PAUSE_MS = 3_000;
const CHECK_INTERVAL_MS = 250;

/**
 * Calls `start` once, after START_DELAY_MS, when the page has the message input and the user neither types nor has a
 * dialog or menu open. Gives up once the tour's flag is set. Returns a function that cancels the start.
 */
function startWhenReady(start: () => void): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  const noteTyping = () => {
    typedAt = performance.now();
  };
  const look = () => {
    // Meanwhile, the tour was shown in another tab, or in this tab after a click on the hidden restart button.
    if (tourFlag.isSet()) return stop();
    const isTyping = performance.now() - typedAt < TYPING_PAUSE_MS;
    if (isTyping || !isScreenFree()) timer = setTimeout(look, CHECK_INTERVAL_MS);
    else {
      stop();
      start();
    }
  };
  let timer = setTimeout(look, START_DELAY_MS);
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('input', noteTyping);
  };
  window.addEventListener('input', noteTyping);
  return stop;
}

const isScreenFree = (): boolean =>
  document.querySelector('[data-tour="input"]') !== null &&
  document.querySelector('dialog[open], [role="dialog"], [role="menu"]') === null;

/** Storage key of a flag: 'true' once the tour was completed or exited (docs/spec.md 3.2). Logout keeps it. */
const KEY = 'hasSeenChatTour';

const tourFlag = {
  isSet: (): boolean => browserStorage.get(KEY) === 'true',
  set: (): void => browserStorage.set(KEY, 'true'),
};
