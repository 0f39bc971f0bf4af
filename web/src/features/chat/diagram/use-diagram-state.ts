import { useCallback, useState } from 'react';
import { messageCopy } from '../conversation/copy.ts';

/** Height in pixels of a diagram's frame until the diagram is drawn. */
const FIRST_HEIGHT = 160;

/**
 * Heights in pixels, by source, of the diagrams that the user has chosen to show. React mounts a message again when the
 * user scrolls back to it, or when it moves into the virtual list (`use-virtual-list-end.ts`). Its diagrams
 * are then shown at once, as high as before.
 */
const heights = new Map<string, number>();

/** State of the diagram of a code block. */
interface DiagramState {
  readonly source: string;
  /** Height of the diagram in pixels; undefined while the source is shown. */
  readonly height: number | undefined;
  /** Sentence for the user that says why the diagram cannot be shown. */
  readonly failure: string | undefined;
}

/**
 * Returns the state of the diagram with this source, and the functions that change the state. `show` sets the height,
 * `toggle` shows or hides the diagram, and `fail` and `failToLoad` hide the diagram and say why.
 */
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
