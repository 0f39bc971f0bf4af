import { type RefObject, useLayoutEffect } from 'react';

/** In pixels. Longer text scrolls. */
const MAX_HEIGHT = 240;

/** Keeps a text area as high as its text, up to MAX_HEIGHT. */
export function useGrowingTextarea(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text can change the height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    // `style.height` includes the borders (border-box), and `scrollHeight` does not.
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${Math.min(element.scrollHeight + borders, MAX_HEIGHT)}px`;
  }, [text]);
}
