import { INKS } from './theme.ts';

/** Luminance of a colour, from 0 to 1, above which dark text is easier to read than light text. */
const LIGHT = 0.4;

/**
 * Gives the labels of nodes whose fill comes from the source an ink that can be read on it. Sources name a fill for a
 * light page and no colour for its text, which a dark page would draw light.
 */
export function makeReadable(diagram: Element): void {
  for (const shape of diagram.querySelectorAll<SVGElement>('.node [style*="fill"]:not(text, tspan)')) {
    const luminance = luminanceOf(getComputedStyle(shape).fill);
    const labels = shape.closest('.node')?.querySelectorAll<SVGElement>('text, tspan') ?? [];
    if (luminance === undefined || [...labels].some(({ style }) => style.fill || style.color)) continue;
    for (const { style } of labels) style.fill = luminance > LIGHT ? INKS.onLight : INKS.onDark;
  }
}

/** Returns the relative luminance of `rgb(r, g, b)`, roughly; undefined for what is not opaque. */
function luminanceOf(color: string): number | undefined {
  const [r, g, b] =
    /^rgb\((\d+), (\d+), (\d+)\)$/
      .exec(color)
      ?.slice(1)
      .map((part) => (Number(part) / 255) ** 2.2) ?? [];
  if (r === undefined || g === undefined || b === undefined) return undefined;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
