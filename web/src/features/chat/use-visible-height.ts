import { useEffect } from 'react';

/** Height in pixels that every on-screen keyboard exceeds. The toolbar of a browser has less height. */
const KEYBOARD_MIN_PX = 100;

/**
 * Keeps the page as high as the part above an on-screen keyboard (`--visible-height`), for Safari on iOS. Other
 * browsers resize the page themselves (`interactive-widget` in index.html).
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return;
    const root = document.documentElement;
    const adapt = () => {
      // Zooming in also makes the visual viewport smaller, but must not shrink the page.
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
