import { useEffect } from 'react';

/** A smaller loss of height is a browser's own bar, for which pages are laid out already. */
const KEYBOARD_MIN_PX = 100;

/**
 * Keeps the page as high as what is visible above an on-screen keyboard. Safari on iOS lays the keyboard over the
 * page and pushes the page up; other browsers resize it themselves (interactive-widget in index.html).
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return;
    const root = document.documentElement;
    const adapt = () => {
      // A page that is zoomed in shows a part, too; it is not to be squeezed into that.
      const isCovered = viewport.scale === 1 && root.clientHeight - viewport.height > KEYBOARD_MIN_PX;
      root.toggleAttribute('data-keyboard', isCovered);
      root.style.setProperty('--visible-height', isCovered ? `${viewport.height}px` : null);
      if (isCovered && viewport.offsetTop > 0) window.scrollTo(0, 0);
    };
    adapt();
    viewport.addEventListener('resize', adapt);
    viewport.addEventListener('scroll', adapt);
    return () => {
      viewport.removeEventListener('resize', adapt);
      viewport.removeEventListener('scroll', adapt);
      root.removeAttribute('data-keyboard');
      root.style.removeProperty('--visible-height');
    };
  }, []);
}
