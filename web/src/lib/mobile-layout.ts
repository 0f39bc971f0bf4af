/** Width in pixels up to which the layout is mobile (docs/spec.md 9). */
const MOBILE_BREAKPOINT = 768;

const narrow = globalThis.matchMedia?.(`(max-width: ${MOBILE_BREAKPOINT}px)`);

export const isMobile = (): boolean => narrow?.matches ?? false;

export function onMobileChange(listener: (mobile: boolean) => void): void {
  narrow?.addEventListener('change', ({ matches }) => listener(matches));
}
