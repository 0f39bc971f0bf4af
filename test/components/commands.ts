/** Commands with which a component test makes the browser do what a page cannot. They run in Vitest's own process. */
import type { BrowserCommand } from 'vitest/node';
import '@vitest/browser-playwright';
import type { Media } from './media-settings.ts';

const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media);

/** Serves a document in the place of the frame for diagrams, which only a built site has. */
const serveDiagramFrame: BrowserCommand<[html: string]> = async ({ context }, html) => {
  await context.unroute('**/diagram.html');
  await context.route('**/diagram.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
};

/** Makes requests of the page and its workers fail if their address matches the glob, until `serveRequests`. */
const failRequests: BrowserCommand<[glob: string]> = ({ context }, glob) =>
  context.route(glob, (route) => route.abort());

const serveRequests: BrowserCommand<[glob: string]> = ({ context }, glob) => context.unroute(glob);

const allowClipboard: BrowserCommand<[]> = ({ context }) =>
  context.grantPermissions(['clipboard-read', 'clipboard-write']);

export const commands = { emulateMedia, serveDiagramFrame, failRequests, serveRequests, allowClipboard };
