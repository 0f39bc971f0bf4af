import type { Conversation } from './conversation.ts';

/** How long nothing is heard of a reply before it is read, and how often that is looked at. */
const STALL_MS = 20_000;
const STALL_CHECK_MS = 5_000;

/**
 * Has the open conversation read again where frames may have been lost (see `checkStalled`). Returns how to stop.
 */
export function watchForMissedFrames(open: () => Conversation | undefined): () => void {
  const check = () => open()?.history.checkStalled(STALL_MS);
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') open()?.history.noteHidden();
    else check();
  };
  const timer = setInterval(check, STALL_CHECK_MS);
  globalThis.document?.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    globalThis.document?.removeEventListener('visibilitychange', onVisibility);
  };
}
