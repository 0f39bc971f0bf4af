import { useCallback, useState } from 'react';
import { messageCopy } from '../conversation/copy.ts';

/** Height in pixels of a diagram that was not drawn yet. */
const FIRST_HEIGHT = 160;

/**
 * Heights of the diagrams that are shown, by source. A message is mounted again when it moves into the virtual list or
 * returns to the screen. Its diagrams are then shown at once, as high as before.
 */
const heights = new Map<string, number>();

/** State of the diagram of a code block. */
interface DiagramState {
  readonly source: string;
  /** Height in pixels while the diagram is shown. */
  readonly height: number | undefined;
  /** Sentence about a failure. */
  readonly failure: string | undefined;
}

/** Returns the state of the diagram with this source, and functions that show it, hide it, or note its failure. */
export function useDiagram(source: string) {
  const [state, setState] = useState<DiagramState>();
  // The state of an earlier source is not that of this diagram.
  const { height, failure } =
    state?.source === source ? state : { height: heights.get(source), failure: undefined };
  const show = useCallback(
    (next: number | undefined, message?: string) => {
      if (next === undefined) heights.delete(source);
      else heights.set(source, next);
      setState({ source, height: next, failure: message });
    },
    [source],
  );
  const fail = useCallback((message: string) => show(undefined, message), [show]);
  return {
    height,
    failure,
    show,
    fail,
    failToLoad: useCallback(() => fail(messageCopy.diagram.notLoaded), [fail]),
    toggle: () => show(height === undefined ? FIRST_HEIGHT : undefined),
  };
}
