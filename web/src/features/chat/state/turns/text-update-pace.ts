import { CHUNK_PACE } from '#contract/limits';

/** Average milliseconds of an update, with its layout and paint, above which a device counts as slow. */
const SLOW_UPDATE_MS = 12;
/** Weight of the newest update in the moving average of the updates' durations. */
const NEWEST_SHARE = 0.3;

/** Decides when the text of a streaming reply is updated on screen. */
export interface UpdatePace {
  /** Runs an update at once, or as soon as the pace allows. Requests made while an update waits share that update. */
  request(): void;
  isSlow(): boolean;
}

/**
 * Calls `update` at most once between two animation frames, and on a slow device at most once in
 * `CHUNK_PACE.intervalMs`. Updates run outside of animation frames, because on a slow device a frame that both renders
 * and paints an update lasts as long as two frames (decision 0138).
 */
export function paceByFrames(update: () => void): UpdatePace {
  let isWaiting = false;
  let isFrameDue = false;
  let averageMs = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  function run(): void {
    isWaiting = false;
    isFrameDue = true;
    const began = performance.now();
    lastAt = began;
    let renderMs = 0;
    requestAnimationFrame(() => {
      isFrameDue = false;
      const frameBegan = performance.now();
      // The timer fires after the frame's layout and paint.
      setTimeout(() => {
        averageMs += NEWEST_SHARE * (renderMs + performance.now() - frameBegan - averageMs);
        proceed();
      });
    });
    update();
    // React renders in a microtask that `update` has queued.
    queueMicrotask(() => {
      renderMs = performance.now() - began;
    });
  }

  function proceed(): void {
    if (!isWaiting || isFrameDue) return;
    const wait = lastAt + CHUNK_PACE.intervalMs - performance.now();
    if (!isSlow()) run();
    else if (wait > 0) setTimeout(proceed, wait);
    else runAfterFrame();
  }

  /** Runs the update right after a frame, so that the update has ended when the next frame is due. */
  function runAfterFrame(): void {
    isFrameDue = true;
    requestAnimationFrame(() => setTimeout(run));
  }

  const isSlow = () => averageMs > SLOW_UPDATE_MS;
  return {
    isSlow,
    request() {
      isWaiting = true;
      proceed();
    },
  };
}
