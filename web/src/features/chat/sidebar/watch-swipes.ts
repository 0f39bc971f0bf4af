import { sidebar } from '../../../lib/sidebar-state.ts';

/** Shortest way in pixels of a finger that counts as a swipe. */
const SWIPE_MIN_PX = 64;
/** Longest time of a swipe. A slower finger selects text or reads. */
const SWIPE_MAX_MS = 600;
/** Part of the screen's width in which a swipe that opens the sidebar begins. */
const OPENING_PART = 0.4;

/**
 * On mobile, a swipe to the right from the screen's first part opens the sidebar, and a swipe to the left closes it. A
 * swipe over something that scrolls sideways, such as a wide table, scrolls that. Lasts until `signal` is aborted.
 */
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

/** Returns true if a finger on `target` has another use: an open dialog, selected text, or a part that scrolls sideways. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') || !window.getSelection()?.isCollapsed) return true;
  for (let part = target instanceof Element ? target : null; part; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
      return true;
  return false;
}
