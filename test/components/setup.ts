/** Before and after each component test: a clean browser, a server that answers nothing, a watch on the console. */
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../../web/src/styles/design-tokens-and-base.css';
import { startBrowser } from './browser.ts';
import { watchConsole } from './console.ts';
import { startServer } from './server.ts';
import { startSocket } from './socket.ts';

// Unmounts the page of the test before while its requests still go to that test's own server.
beforeEach(async () => {
  await cleanup();
  await new Promise((resolve) => setTimeout(resolve));
});
startBrowser();
watchConsole();
startServer();
startSocket();
