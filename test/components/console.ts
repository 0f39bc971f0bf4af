/** Fails a test upon errors and warnings on the console that it does not expect. */
import { afterEach, beforeEach, expect, vi } from 'vitest';

let seen: string[] = [];
let expected: RegExp[] = [];

/** Errors and warnings that match may appear on the console during this test. */
export const expectOnConsole = (pattern: RegExp): void => void expected.push(pattern);

/** Chromium's message that an observer's work has to wait for the next frame. Nothing is lost. */
const HARMLESS = /ResizeObserver loop completed with undelivered notifications/;
const note = (...what: unknown[]) => void seen.push(what.map(String).join(' '));

export function watchConsole(): void {
  beforeEach(() => {
    seen = [];
    expected = [HARMLESS];
    vi.spyOn(console, 'error').mockImplementation(note);
    vi.spyOn(console, 'warn').mockImplementation(note);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  });
}
