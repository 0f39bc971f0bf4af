import { sidebar } from '../../../lib/sidebar-state.ts';

const SWIPE_MIN_PX = 64;
/** Longest duration of a swipe. A slower movement is taken for the selection of text. */
const SWIPE_MAX_MS = 600;
/** Share of the screen's width, from the left edge, in which a swipe that opens the sidebar must begin. */
const OPENING_PART = 0.4;

/** Lets swipes with one finger open and close the sidebar on mobile, until `signal` is aborted. */
export function watchSwipes(signal: AbortSignal): void {
  let start: { readonly x: number; readonly y: number; readonly at: number } | undefined;
  const begin = ({ touches, target, timeStamp: at }: TouchEvent) => {
    const [finger, other] = touches;
    start = undefined;
    if (!finger || other || !sidebar.state.get().mobile || isTaken(target)) return;
    start = { x: finger.clientX, y: finger.clientY, at };
  };
  const end = ({ changedTouches: [finger], timeStamp }: TouchEvent) => {
    if (!start || !finger || timeStamp - start.at > SWIPE_MAX_MS) return;
    const [right, down] = [finger.clientX - start.x, finger.clientY - start.y];
    if (Math.abs(right) < SWIPE_MIN_PX || Math.abs(right) < 2 * Math.abs(down)) return;
    const { open } = sidebar.state.get();
    if (right < 0 && open) sidebar.setOpen(false);
    if (right > 0 && !open && start.x < OPENING_PART * window.innerWidth) sidebar.setOpen(true);
  };
  const cancel = () => {
    start = undefined;
  };
  window.addEventListener('touchstart', begin, { passive: true, signal });
  window.addEventListener('touchend', end, { passive: true, signal });
  window.addEventListener('touchcancel', cancel, { passive: true, signal });
}

/**
 * Returns true for a touch that must not count as a swipe: a dialog is open, the tour is running (it makes the page
 * inert), text is selected, or `target` is in a part of the page that scrolls sideways.
 */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], #root[inert]') || !window.getSelection()?.isCollapsed)
    return true;
  for (let part = target instanceof Element ? target : null; part; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
      return true;
  return false;
}
