import { useEffect, useState } from 'react';
import { OnDemand } from '../../../components/on-demand.tsx';
import { browserStorage } from '../../../lib/storage.ts';
import { tourCopy } from './copy.ts';

const loadTour = () => import('./tour.tsx');

/**
 * The guided tour (docs/spec.md 2.7): by itself for who has not seen it, and by a button that exists but is hidden. Its
 * library is loaded only when it runs.
 */
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
        <OnDemand load={loadTour} onFailure={stop}>
          {({ Tour }) => <Tour onEnd={end} />}
        </OnDemand>
      )}
    </>
  );
}

/** How long a chat is open before the tour starts by itself (docs/spec.md 9). */
const START_DELAY_MS = 2_000;
/** Pause after which a user counts as done typing. */
const TYPING_PAUSE_MS = 3_000;
/** How often it is looked whether the person is ready, once the delay has passed. */
const LOOK_AGAIN_MS = 250;

/**
 * Calls `start` when the tour's delay has passed (docs/spec.md 9). A person is not interrupted: it waits for a pause in
 * their typing, for a dialog to be closed, and for the input, the tour's last stop, to be on the screen.
 * Returns how to give up.
 */
export function startWhenReady(start: () => void): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  const noteTyping = () => {
    typedAt = performance.now();
  };
  const look = () => {
    const isTyping = performance.now() - typedAt < TYPING_PAUSE_MS;
    if (isTyping || !isScreenFree()) timer = setTimeout(look, LOOK_AGAIN_MS);
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

/** Set to 'true' once the tour was completed or exited (docs/spec.md 3.2). It is about the browser, so logout keeps it. */
const KEY = 'hasSeenChatTour';

export const tourFlag = {
  isSet: (): boolean => browserStorage.get(KEY) === 'true',
  set: (): void => browserStorage.set(KEY, 'true'),
};
