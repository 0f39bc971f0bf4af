/** The browser around a page: its settings, its keys, and the documents that the page leaves for. */

import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { cdp, commands, type Locator, locators, page, userEvent } from 'vitest/browser';
import type { Media } from './media-settings.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia(media: Media): Promise<void>;
    serveDiagramFrame(html: string): Promise<void>;
    failRequests(glob: string): Promise<void>;
    serveRequests(glob: string): Promise<void>;
    allowClipboard(): Promise<void>;
  }
  interface LocatorSelectors {
    /**
     * Locates by a CSS selector. `page.elementLocator` would name the element by its place among others with the same
     * role, which changes when one of those comes or goes.
     */
    getByCss(selector: string): Locator;
  }
}
locators.extend({ getByCss: (selector: string) => selector });

export const emulateMedia = (media: Media): Promise<void> => commands.emulateMedia(media);
/** Serves a document in place of the one that the frame for diagrams loads. */
export const serveDiagramFrame = (html: string): Promise<void> => commands.serveDiagramFrame(html);
/** Makes requests of the page and its workers fail if their address matches the glob, until `serveRequests`. */
export const failRequests = (glob: string): Promise<void> => commands.failRequests(glob);
export const serveRequests = (glob: string): Promise<void> => commands.serveRequests(glob);
/** Lets the pages of a file read and write the browser's clipboard without a question to the user. */
export const allowClipboard = (): Promise<void> => commands.allowClipboard();
/**
 * Makes the screen as narrow as a phone's. Waits for the next frame, before which the browser tells the page of the
 * change: until then the sidebar of a wide screen is still open, and lies over the input.
 */
export async function narrow(): Promise<void> {
  await page.viewport(390, 844);
  await new Promise(requestAnimationFrame);
}

/** Makes the pointer of the device a finger, until the end of the test. */
export async function givenFinger(): Promise<void> {
  const isFinger = () => matchMedia('(pointer: coarse) and (hover: none)').matches;
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await expect.poll(isFinger).toBe(true);
  onTestFinished(async () => {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await expect.poll(isFinger).toBe(false);
  });
}

/** Sets the text size that a user chose in the browser, until the end of the test. The default is 16. */
export function setTextSize(pixels: number): void {
  const { style } = document.documentElement;
  style.fontSize = `${pixels}px`;
  onTestFinished(() => void style.removeProperty('font-size'));
}

let left: string[] = [];
/** Returns the addresses of other documents that the page tried to navigate to. The test prevents the navigation. */
export const departures = (): string[] => left;

/** Gives each test a wide screen with light colours, reduced motion and empty storage. */
export function startBrowser(): void {
  const stay = (event: NavigateEvent) => {
    if (event.destination.sameDocument) return;
    left.push(event.destination.url);
    event.preventDefault();
  };
  beforeEach(async () => {
    left = [];
    localStorage.clear();
    // A chat that the browser has kept shows no loader. Tests of kept chats remove this.
    localStorage.setItem('keepChats', 'off');
    sessionStorage.clear();
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true });
    window.navigation.addEventListener('navigate', stay);
    await page.viewport(1440, 900);
    await emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', media: 'screen' });
  });
  afterEach(() => window.navigation.removeEventListener('navigate', stay));
}

/** Sets what the browser says about the connection. Requests are still answered, unless the test refuses them. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Presses keys where the focus is, for example `{Enter}`, `{Shift>}{Tab}{/Shift}`. */
export const press = (keys: string): Promise<void> => userEvent.keyboard(keys);

/**
 * Dispatches the event that Safari sends for the key that ends a composition of an input method. Returns false if the
 * page prevented its default action.
 */
export const endComposition = (field: Locator, key: string): boolean =>
  field
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }));

/** Moves the focus to an element, once it is on the screen: a menu or a dialog opens after the key that asks for it. */
export async function focusOn(found: Locator): Promise<void> {
  await expect.element(found).toBeVisible();
  await expect.poll(() => focusAt(found.element())).toBe(true);
}

function focusAt(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus();
  return document.activeElement === element;
}

/** Types at the end of a field. */
export const typeInto = (field: Locator, text: string): Promise<void> => userEvent.type(field, text);

export const expectCount = (found: Locator, count: number): Promise<void> =>
  expect.poll(() => found.elements().length).toBe(count);

/** Waits until the texts of the found elements are these, in order. */
export const expectTexts = (found: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => found.elements().map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));

/** Runs with fake timers, which `pass` advances. Waits of Vitest (`expect.poll`, `expect.element`) advance them too. */
export async function withFakeTime(
  run: (pass: (ms: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const toFake = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'Date',
    'performance',
  ] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
  try {
    await run(async (ms) => void (await vi.advanceTimersByTimeAsync(ms)));
  } finally {
    vi.useRealTimers();
  }
}
