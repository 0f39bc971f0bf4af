/** Serves the client's sources through Vite, so that a change shows by hot reload. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createLogger, createServer, type Logger, type ViteDevServer } from 'vite';
import type { LiveFiles } from '../cloudfront/index.ts';
import { ROOT } from './build-and-synthesize.ts';
import { errorSummary } from './find-error-in-output.ts';

export interface LiveSite extends LiveFiles {
  close(): Promise<void>;
}

const WEB = path.join(ROOT, 'web');
const PAGE = '/index.html';

/**
 * Starts Vite.
 * @param cacheDir folder for the dependencies that Vite bundles
 */
export async function startLiveSite(cacheDir: string, say: (line: string) => void): Promise<LiveSite> {
  const nonce = randomBytes(16).toString('base64url');
  // Server that never listens. `upgrade` below passes the handshakes of Vite's WebSocket (hot reload) to this server.
  const handshakes = createHttpServer();
  const vite = await createServer({
    configFile: path.join(WEB, 'vite.config.ts'),
    root: WEB,
    cacheDir,
    appType: 'custom',
    html: { cspNonce: nonce },
    // By default Vite does not scan workers for dependencies. It would find a worker's dependencies only when the page
    // starts the worker, for example during a reply, and would then reload the page.
    optimizeDeps: { entries: ['index.html', 'src/**/*.worker.ts'] },
    customLogger: errorsOnly(say),
    clearScreen: false,
    server: {
      middlewareMode: true,
      ws: { server: handshakes },
      cors: false,
      fs: { allow: ['web', 'lambdas/contract', 'node_modules'].map((folder) => path.join(ROOT, folder)) },
    },
  });
  return {
    async serve(uri, request, response, headers) {
      for (const [name, value] of Object.entries(forDevelopment(headers, nonce)))
        response.setHeader(name, value);
      if (uri !== PAGE) return answered(vite, request, response);
      const html = await vite.transformIndexHtml(PAGE, await readFile(path.join(WEB, 'index.html'), 'utf8'));
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
        .end(request.method === 'HEAD' ? undefined : html);
      return true;
    },
    upgrade: (...handshake) => {
      if (!handshakes.emit('upgrade', ...handshake)) handshake[1].destroy();
    },
    close: () => vite.close(),
  };
}

/** Lets Vite answer a request. Resolves to false when Vite has nothing at the URL; rejects with Vite's error. */
function answered(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true));
    vite.middlewares(request, response, (error: unknown) => {
      if (error) reject(error);
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      resolve(false);
    });
  });
}

type Headers = Parameters<LiveFiles['serve']>[3];

/**
 * Extends the content security policy so that it allows what Vite adds to the page: a script, styles, and a worker that
 * waits for the server after a restart. All other rules are as deployed.
 */
function forDevelopment(headers: Headers, nonce: string): Headers {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return headers;
  const more: Readonly<Record<string, string>> = {
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'worker-src': 'blob:',
  };
  const directives = policy.split('; ').map((directive) => {
    const added = more[directive.split(' ')[0] ?? ''];
    return added === undefined ? directive : `${directive} ${added}`;
  });
  return { ...headers, 'content-security-policy': directives.join('; ') };
}

/**
 * Returns a logger that prints errors alone, each in one line. It skips an error that repeats the last one, because
 * Vite reports an error again for each request that meets it.
 */
function errorsOnly(say: (line: string) => void): Logger {
  let last = '';
  return {
    ...createLogger('silent'),
    error(message) {
      const line = `The site does not build: ${errorSummary(message)}`;
      if (line !== last) say(line);
      last = line;
    },
  };
}
