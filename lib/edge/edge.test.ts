import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

interface Request {
  uri: string;
  headers: Record<string, { value: string }>;
}

interface Response {
  statusCode: number;
  body: string;
}

/** Runs a function's `handler` as CloudFront does: the file alone, without modules. */
function run<T = Request>(file: string, request: Partial<Request>): T {
  const code = readFileSync(new URL(file, import.meta.url), 'utf8');
  const event = { viewer: { ip: '192.0.2.7' }, request: { uri: '/', headers: {}, ...request } };
  return runInNewContext(`${code}\nhandler(event)`, { event }) as T;
}

describe('spa-fallback', () => {
  it.each(['/', '/chat', '/chat/0b7c2c5e-8d43-7f0e-9a40-1f0e3c9c2a11', '/guest', '/unknown/'])(
    'answers %s with the page',
    (uri) => {
      expect(run('spa-fallback.js', { uri }).uri).toBe('/index.html');
    },
  );

  const published = readdirSync(new URL('../../web/public', import.meta.url)).map((name) => `/${name}`);
  it.each([
    ...published,
    '/index.html',
    '/config.json',
    '/manifest.json',
    '/service-worker.js',
    '/assets/index-1a2b3c4d.js',
    '/assets/missing.css',
  ])('leaves the file %s alone', (uri) => {
    expect(run('spa-fallback.js', { uri }).uri).toBe(uri);
  });

  it.each(['/.env', '/wp-login.php', '/favicon.png', '/chat/logo.svg', '/index.html/x.js'])(
    'answers 404 for the missing file %s',
    (uri) => {
      const { statusCode, body } = run<Response>('spa-fallback.js', { uri });
      expect([statusCode, body]).toEqual([404, 'There is nothing at this address.']);
    },
  );
});

describe('viewer-address', () => {
  it('replaces an address that the viewer sent', () => {
    const { headers } = run('viewer-address.js', { headers: { 'x-viewer-address': { value: '10.0.0.1' } } });
    expect(headers['x-viewer-address']).toEqual({ value: '192.0.2.7' });
  });
});
