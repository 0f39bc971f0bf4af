/** Marks under forced colours, as in the contrast themes of Windows. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { emulateMedia } from './browser.ts';

/** Forces the colours in the tests of the `describe` or file that calls this. */
export function forceColors(): void {
  beforeEach(() => emulateMedia({ forcedColors: 'active' }));
  afterEach(() => emulateMedia({ forcedColors: 'none' }));
}

/**
 * Returns the styles that forced colours leave to an element. The browser replaces the other colours, but computed
 * styles still have them.
 */
function lookOf(found: Locator): string[] {
  const parts = [undefined, '::before'].map((part) => getComputedStyle(found.element(), part));
  return parts.map((style) => {
    const { content, outlineStyle, borderBottomStyle, forcedColorAdjust } = style;
    const { backgroundColor, borderTopColor } = style;
    const colors = forcedColorAdjust === 'none' ? `${backgroundColor} ${borderTopColor}` : '';
    return `${content} ${outlineStyle} ${borderBottomStyle} ${colors}`;
  });
}

/** Waits until the two elements are there and look different. */
export async function expectUnlike(one: Locator, other: Locator): Promise<void> {
  for (const found of [one, other]) await expect.element(found).toBeInTheDocument();
  await expect.poll(() => lookOf(one)).not.toEqual(lookOf(other));
}
