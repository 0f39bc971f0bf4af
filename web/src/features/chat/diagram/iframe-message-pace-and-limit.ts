/**
 * Pause in milliseconds after each height that the page gives to a diagram's frame. A new height can change the frame's
 * width, and the frame then reports another height, without end. The pause keeps such a loop slow.
 */
const PACE_MS = 100;
/**
 * Largest number of messages in `PACE_MS`. An honest frame sends about 24 at most: it reports at most one height each
 * time that the browser renders. A browser renders 60 to 240 times a second.
 */
const MAX_MESSAGES = 100;

interface MessagePace {
  /**
   * Counts a message. Outside a pause, `onHeight` gets the message's height at once, and a pause starts. During a
   * pause, `onHeight` is not called. When the pause ends, `onHeight` gets the newest height of the pause, if any.
   * Returns false beyond MAX_MESSAGES in one pause: the caller must then remove the frame.
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
