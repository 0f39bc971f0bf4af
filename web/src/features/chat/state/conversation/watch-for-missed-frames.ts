import type { Conversation } from './conversation.ts';

/**
 * Milliseconds without a frame of the open chat, after which frames may have been lost. The chat's newest messages are
 * then read again, but only while a reply is pending or after the browser tab was hidden.
 */
const STALL_MS = 20_000;
/** Milliseconds between two checks. */
const STALL_CHECK_MS = 5_000;

/**
 * Checks the open conversation for lost frames, at an interval and when the browser tab becomes visible (see
 * `checkStalled` of `HistoryReader`). Returns a function that stops the checks.
 * @param open returns the open conversation
 * @param onCheck called after each check
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
