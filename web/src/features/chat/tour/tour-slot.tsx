import { useEffect, useState } from 'react';
import { OnDemand } from '../../../components/on-demand.tsx';
import { tourCopy } from './copy.ts';
import { tourFlag } from './tour-flag.ts';
import { startWhenReady } from './tour-start.ts';

const loadTour = () => import('./tour.tsx');

/**
 * The guided tour (docs/spec.md 2.7): by itself for who has not seen it, and by a button that exists but is hidden. Its
 * library is loaded only when it runs.
 */
export function TourSlot() {
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
