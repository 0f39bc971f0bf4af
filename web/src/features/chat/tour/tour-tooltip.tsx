import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { TooltipRenderProps } from 'react-joyride';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { isMobile } from '../../../lib/mobile-layout.ts';
import { tourCopy } from './copy.ts';
import styles from './tour.module.css';

/** Maximum widths of the tooltip in pixels (docs/spec.md 9). */
const MAX_WIDTH = 350;
const MAX_WIDTH_ON_MOBILE = 280;

/** Dialog of one step. Escape, Skip and the close button end the tour early. */
export function TourTooltip({ controls, index, isLastStep, size, step }: TooltipRenderProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => primary.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // Escape must also work after a click beside the dialog, when the focus is outside it.
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      controls.skip();
    };
    document.addEventListener('keydown', leave, { capture: true });
    return () => document.removeEventListener('keydown', leave, { capture: true });
  }, [controls]);
  const maxWidth = isMobile() ? MAX_WIDTH_ON_MOBILE : MAX_WIDTH;
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      className={styles.tour}
      style={{ maxWidth }}
      onKeyDown={keepFocus}
    >
      <h2 id="tour-title">{step.title}</h2>
      <IconButton
        className={styles.close}
        aria-label={tourCopy.close}
        onClick={() => controls.skip('button_close')}
      >
        <Icon name="close" size={18} />
      </IconButton>
      <p id="tour-text">{step.content}</p>
      <div className={styles.controls}>
        <span className={styles.progress}>{tourCopy.progress(index + 1, size)}</span>
        {!isLastStep && (
          <Button kind="plain" onClick={() => controls.skip('button_skip')}>
            {tourCopy.skip}
          </Button>
        )}
        {index > 0 && <Button onClick={() => controls.prev('button_back')}>{tourCopy.back}</Button>}
        <Button ref={primary} kind="primary" onClick={() => controls.next('button_primary')}>
          {isLastStep ? tourCopy.last : tourCopy.next}
        </Button>
      </div>
    </div>
  );
}

/** Keeps the focus in the dialog when Tab or Shift+Tab would leave it. */
function keepFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const [first, last] = [buttons[0], buttons.at(-1)];
  const isAtEnd = document.activeElement === (event.shiftKey ? first : last);
  if (!isAtEnd) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
