/** What a component test asks of the browser that the page itself cannot do. They run in Vitest's own process. */
import type { BrowserCommand } from 'vitest/node';
import '@vitest/browser-playwright';
import type { Media } from './media.ts';

const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media);

/** Serves a document in the place of the frame for diagrams, which only a built site has. */
const serveDiagramFrame: BrowserCommand<[html: string]> = async ({ context }, html) => {
  await context.unroute('**/diagram.html');
  await context.route('**/diagram.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
};

export const commands = { emulateMedia, serveDiagramFrame };
