import { useEffect, useState } from 'react';
import { EVENTS, type EventData, Joyride, type Options } from 'react-joyride';
import { isMobile } from '../../../lib/mobile-layout.ts';
import { TourSidebar } from './tour-sidebar.ts';
import { tourSteps } from './tour-steps.ts';
import { TourTooltip } from './tour-tooltip.tsx';

/** Opacity of the dark overlay around the highlighted element (docs/spec.md 9). */
const OVERLAY_OPACITY = 0.8;

const OPTIONS: Partial<Options> = {
  skipBeacon: true,
  skipScroll: true,
  // TourTooltip keeps the focus and handles Escape itself. The library's Escape would move to the next step.
  disableFocusTrap: true,
  dismissKeyAction: false,
  overlayClickAction: false,
  blockTargetInteraction: true,
  overlayColor: `rgb(0 0 0 / ${OVERLAY_OPACITY})`,
  arrowColor: 'var(--raised)',
  arrowBase: 24,
  arrowSize: 10,
  spotlightPadding: 4,
  spotlightRadius: 12,
};

export function Tour({ onEnd }: { readonly onEnd: () => void }) {
  const [{ steps, tourSidebar }] = useState(makeTour);
  useInertPage(tourSidebar);
  const onEvent = ({ type, index }: EventData) => {
    if (type === EVENTS.TOOLTIP) tourSidebar.arrive(index + 1);
    if (type === EVENTS.TOUR_END) onEnd();
  };
  return (
    <Joyride
      run
      continuous
      steps={steps}
      options={OPTIONS}
      tooltipComponent={TourTooltip}
      // The library's loader would add a style element, which the CSP refuses.
      loaderComponent={NoLoader}
      onEvent={onEvent}
    />
  );
}

const NoLoader = () => null;

function makeTour() {
  const mobile = isMobile();
  const tourSidebar = new TourSidebar(mobile);
  const steps = tourSteps(mobile).map(({ inSidebar, ...step }, i) => ({
    ...step,
    before: () => tourSidebar.prepare(i + 1, inSidebar),
  }));
  return { steps, tourSidebar };
}

/** After the tour, restores the sidebar and focuses the message input. */
function useInertPage(tourSidebar: TourSidebar): void {
  useEffect(() => {
    const page = document.getElementById('root');
    page?.toggleAttribute('inert', true);
    return () => {
      page?.toggleAttribute('inert', false);
      tourSidebar.restore();
      // When the sidebar closes, it focuses the menu button. The timeout focuses the message input after that.
      setTimeout(() => document.querySelector<HTMLElement>('[data-tour="input"] textarea')?.focus());
    };
  }, [tourSidebar]);
}
