import axe from 'axe-core';
import { expect } from 'vitest';
import { emulateMedia } from './browser.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** An experimental rule, which axe leaves out unless it is asked for. */
const RULES = { 'css-orientation-lock': { enabled: true } };

/** Expects that axe finds no violation of WCAG 2.2 A and AA, in dark and light colours. */
export async function expectAccessible(): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await emulateMedia({ colorScheme });
    const { violations } = await axe.run(document.body, { runOnly: TAGS, rules: RULES });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }
}

/** Expects that the page is no wider than the screen. */
export const expectNoSidewaysScroll = (): void =>
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
