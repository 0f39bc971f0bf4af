/** Accessibility checks that need a whole page: a walk with the Tab key, and a narrow window with spaced text. */
import { expect, type Page } from 'playwright/test';

/** More stops than any page has. A walk that reaches this number is caught in a focus trap. */
const MOST_STOPS = 80;

/** Makes the next Tab start at the top of the page, or of the open dialog. */
const START_AT_TOP = `(() => {
  const start = document.createElement('span');
  start.tabIndex = -1;
  (document.querySelector('dialog[open]') ?? document.body).prepend(start);
  start.focus();
  start.remove();
  globalThis.firstStop = undefined;
})()`;

/** Tells if the focused element shows the focus, and if something covers all of it. */
const LOOK_AT_FOCUS = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused === globalThis.firstStop) return 'end';
  globalThis.firstStop ??= focused;
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  };
  const ringed = [focused, focused.closest('label'), focused.parentElement, focused.parentElement?.parentElement];
  if (!ringed.some((element) => element && hasRing(element))) return 'shows no focus';
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const isSeen = parts.some((x) => parts.some((y) => {
    const seen = document.elementFromPoint(left + x * width, top + y * height);
    return seen !== null && (focused.contains(seen) || seen === focused.closest('label'));
  }));
  return isSeen ? 'good' : 'is covered';
})()`;

/**
 * Presses Tab from the top of the page or dialog to its end. Returns the role and name of each stop, in order (WCAG
 * 2.4.3). Each must show that it has the focus (2.4.7), none may be covered (2.4.11), and the walk must end (2.1.2).
 */
export async function walk(page: Page): Promise<string[]> {
  await page.evaluate(START_AT_TOP);
  const stops: string[] = [];
  const wrong: string[] = [];
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press('Tab');
    const state = await page.evaluate<string>(LOOK_AT_FOCUS);
    if (state === 'end') break;
    const name = nameOf(await page.locator(':focus').ariaSnapshot());
    stops.push(name);
    if (state !== 'good') wrong.push(`${name} ${state}`);
  }
  expect(wrong).toEqual([]);
  expect(stops.length).toBeLessThan(MOST_STOPS);
  return stops;
}

/** Role and name in an ARIA snapshot: `- 'button "Model: Auto"': Auto` becomes `button Model: Auto`. */
function nameOf(snapshot: string): string {
  const [line = ''] = snapshot.split('\n');
  const { role, quoted, text } =
    /^- '?(?<role>[a-z]+):?(?: "(?<quoted>[^"]*)")?(?<text>.*)$/.exec(line)?.groups ?? {};
  return `${role} ${quoted ?? text?.trim() ?? ''}`.trim();
}

/** Sets or removes the text spacing of WCAG 1.4.12, by a constructed sheet: the CSP forbids a style element. */
const setSpacing = (isOn: boolean) => `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }\`);
  document.adoptedStyleSheets = ${isOn} ? [sheet] : [];
})()`;

/** Texts that are cut off, other than names that end in an ellipsis and hidden texts for screen readers. */
const CUT_TEXTS = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
  const hides = [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip');
  if (!hides || textOverflow === 'ellipsis' || clipPath !== 'none' || element.textContent.trim() === '') return false;
  return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
}).map(({ className, textContent }) => className + ': ' + textContent.trim().slice(0, 60))`;

/** Expects that at 320 px, with spaced text, nothing scrolls sideways or is cut off (WCAG 1.4.10, 1.4.12). */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(setSpacing(true));
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect.soft(width, page.url()).toBeLessThanOrEqual(320);
  expect.soft(await page.evaluate<string[]>(CUT_TEXTS), page.url()).toEqual([]);
  await page.evaluate(setSpacing(false));
  await page.setViewportSize(before);
}
