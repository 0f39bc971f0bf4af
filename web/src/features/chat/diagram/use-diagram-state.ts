import { useCallback, useState } from 'react';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';

/** Height in pixels of a diagram's frame until the diagram is drawn. */
const FIRST_HEIGHT = 160;

/**
 * Heights in pixels of the shown diagrams, by source. When React mounts a message again, for example after scrolling,
 * its diagrams are shown at once, as high as before.
 */
const heights = new Map<string, number>();

interface DiagramState {
  readonly source: string;
  /** In pixels; undefined while the source is shown. */
  readonly height: number | undefined;
  /** Sentence for the user. */
  readonly failure: string | undefined;
}

/** Returns the state of the diagram with this source, and the functions that change the state. */
export function useDiagram(source: string) {
  const [state, setState] = useState<DiagramState>();
  // While a reply streams, the source grows. A state of an earlier source does not count.
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
