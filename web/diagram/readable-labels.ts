import { INKS } from './theme.ts';

/** Luminance of a fill, from 0 to 1, above which its labels get dark text. */
const LIGHT = 0.4;

/**
 * Gives labels a readable text colour where the source sets the fill of their node but no text colour. Otherwise a dark
 * theme would draw light text on a fill that was chosen for a light page.
 */
export function makeReadable(diagram: Element): void {
  for (const shape of diagram.querySelectorAll<SVGElement>('.node [style*="fill"]:not(text, tspan)')) {
    const luminance = luminanceOf(getComputedStyle(shape).fill);
    const labels = shape.closest('.node')?.querySelectorAll<SVGElement>('text, tspan') ?? [];
    if (luminance === undefined || [...labels].some(({ style }) => style.fill || style.color)) continue;
    for (const { style } of labels) style.fill = luminance > LIGHT ? INKS.onLight : INKS.onDark;
  }
}

/** Estimates the relative luminance (WCAG 2) of an opaque colour `rgb(r, g, b)`, with a gamma of 2.2. */
function luminanceOf(color: string): number | undefined {
  const [r, g, b] =
    /^rgb\((\d+), (\d+), (\d+)\)$/
      .exec(color)
      ?.slice(1)
      .map((part) => (Number(part) / 255) ** 2.2) ?? [];
  if (r === undefined || g === undefined || b === undefined) return undefined;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
