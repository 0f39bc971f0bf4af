/** What a component test asks of the browser that the page itself cannot do. They run in Vitest's own process. */
import type { BrowserCommand } from 'vitest/node';
import '@vitest/browser-playwright';
import type { Media } from './media.ts';

const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media);

export const commands = { emulateMedia };
