import type { Conversation } from './conversation.ts';

/** Milliseconds without a frame of the open chat, after which frames may have been lost. */
const STALL_MS = 20_000;
const STALL_CHECK_MS = 5_000;

/**
 * Checks the open conversation for lost frames, at an interval and when the browser tab becomes visible. Returns a
 * function that stops the checks.
 */
export function watchForMissedFrames(open: () => Conversation | undefined, onCheck?: () => void): () => void {
  const check = () => {
    open()?.history.checkStalled(STALL_MS);
    onCheck?.();
  };
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
