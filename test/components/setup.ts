/** Before and after each component test: a clean browser, a server that answers nothing, a watch on the console. */
import '../../web/src/styles/base.css';
import { startBrowser } from './browser.ts';
import { watchConsole } from './console.ts';
import { startServer } from './server.ts';
import { startSocket } from './socket.ts';

startBrowser();
watchConsole();
startServer();
startSocket();
