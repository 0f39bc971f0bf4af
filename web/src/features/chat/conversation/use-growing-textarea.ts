import { type RefObject, useLayoutEffect } from 'react';

/** Keeps a text area as high as its text. The style sheet limits the height; longer text scrolls. */
export function useGrowingTextarea(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text can change the height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    // `style.height` includes the borders (border-box), and `scrollHeight` does not.
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + borders}px`;
  }, [text]);
}
