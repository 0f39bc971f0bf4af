/** The browser's own settings, for the rest of the test. */
import { commands, page } from 'vitest/browser';

export interface Media {
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia(media: Media): Promise<void>;
  }
}

/** What a test begins with: a desk's screen, light, and nothing that moves. */
export async function resetScreen(): Promise<void> {
  await page.viewport(1440, 900);
  await commands.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

export const emulateMedia = (media: Media): Promise<void> => commands.emulateMedia(media);
