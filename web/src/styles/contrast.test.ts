/** Contrast of the product's colours, light and dark (WCAG 1.4.3, 1.4.11). Axe does not look at borders and rings. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'design-tokens-and-base.css'), 'utf8');
const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]+)\}/g)].map(([, block = '']) => block);

const coloursIn = (block: string): Record<string, string> =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** Relative luminance of a colour (WCAG 2.2, definitions). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

const THEMES = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } };

it('the contrast of black on white is 21', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21);
});

describe.each(Object.entries(THEMES))('in the %s theme', (_, colours) => {
  /** Pairs of colours that have less contrast than asked for. */
  const below = (least: number, fronts: readonly string[], backs: readonly string[]) =>
    fronts.flatMap((front) =>
      backs
        .map((back) => [front, back, contrast(colours[front] ?? '', colours[back] ?? '')] as const)
        .filter(([, , value]) => !(value >= least)),
    );
  const BACKGROUNDS = ['paper', 'raised', 'sunken', 'hover'];

  it('text has a contrast of at least 4.5', () => {
    expect(below(4.5, ['ink', 'ink-soft', 'danger'], BACKGROUNDS)).toEqual([]);
    expect(below(4.5, ['accent', 'warn'], ['paper', 'raised', 'sunken'])).toEqual([]);
    expect(below(4.5, ['on-accent'], ['accent', 'accent-hover'])).toEqual([]);
    expect(below(4.5, ['danger'], ['danger-soft'])).toEqual([]);
  });

  it('borders of fields and the focus ring have a contrast of at least 3', () => {
    expect(below(3, ['line-strong', 'accent', 'danger'], ['paper', 'raised', 'sunken'])).toEqual([]);
  });
});
