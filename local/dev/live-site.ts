/** Serves the client's sources through Vite, so that a change shows by hot reload. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createLogger, createServer, type Logger, type ViteDevServer } from 'vite';
import type { LiveFiles } from '../cloudfront/cloudfront.ts';
import { ROOT } from './build-and-synthesize.ts';
import { errorSummary } from './summarise-build-error.ts';

export interface LiveSite extends LiveFiles {
  close(): Promise<void>;
}

const WEB = path.join(ROOT, 'web');
const PAGE = '/index.html';

export async function startLiveSite(cacheDir: string, say: (line: string) => void): Promise<LiveSite> {
  const nonce = randomBytes(16).toString('base64url');
  // Never listens: `upgrade` below passes the handshakes of Vite's WebSocket (hot reload) to this server.
  const handshakes = createHttpServer();
  const errors = errorsOnly(say);
  const vite = await createServer({
    configFile: path.join(WEB, 'vite.config.ts'),
    root: WEB,
    cacheDir,
    appType: 'custom',
    html: { cspNonce: nonce },
    // Otherwise Vite would find a worker's dependencies only when the page starts the worker, for example during a
    // reply, and would then reload the page.
    optimizeDeps: { entries: ['index.html', 'src/**/*.worker.ts'] },
    customLogger: errors.logger,
    plugins: [{ name: 'forget-errors', watchChange: errors.forget }],
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
 * Extends the content security policy for what Vite adds: a script, styles, and a worker that waits for the server
 * after a restart.
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
 * Prints each error in one line. Skips a repeated error until `forget` is called, because Vite reports an error for each
 * request that meets it.
 */
function errorsOnly(say: (line: string) => void): { readonly logger: Logger; readonly forget: () => void } {
  let last = '';
  const logger: Logger = {
    ...createLogger('silent'),
    error(message) {
      const line = `The site does not build: ${errorSummary(message)}`;
      if (line !== last) say(line);
      last = line;
    },
  };
  return {
    logger,
    forget() {
      last = '';
    },
  };
}
