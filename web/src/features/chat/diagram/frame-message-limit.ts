/**
 * Pause in milliseconds after each height that the page gives to a diagram's frame (an iframe). A new height can change
 * the width of the frame, which then reports another height, and so on without end. The pause keeps such a loop slow.
 */
const PACE_MS = 100;
/**
 * Largest number of messages in `PACE_MS`. An honest frame sends far fewer: while the height of its diagram changes,
 * the frame reports the height each time that the browser renders, which is 60 to 240 times a second.
 */
const MAX_MESSAGES = 100;

interface MessagePace {
  /**
   * Counts a message. `height` is the height that the message reports, if any. A message outside a pause starts a
   * pause of PACE_MS, and `onHeight` gets its height at once. If heights are reported during the pause, `onHeight` gets
   * the newest of them when the pause ends, and a new pause starts. Returns false for each message beyond MAX_MESSAGES
   * in one pause: the caller then removes the diagram's frame.
   */
  readonly take: (height?: number) => boolean;
  readonly stop: () => void;
}

/** Bounds the work that the messages of a diagram's frame cause on the page. */
export function createFrameMessageLimit(onHeight: (height: number) => void): MessagePace {
  let messages = 0;
  let newest: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = (height: number | undefined) => {
    timer = setTimeout(next, PACE_MS);
    if (height !== undefined) onHeight(height);
  };
  const next = () => {
    const height = newest;
    timer = undefined;
    newest = undefined;
    messages = 0;
    if (height !== undefined) apply(height);
  };
  return {
    take: (height) => {
      messages += 1;
      if (timer === undefined) apply(height);
      else newest = height ?? newest;
      return messages <= MAX_MESSAGES;
    },
    stop: () => clearTimeout(timer),
  };
}
