/** Files next to index.html. */
const FILES = [
  '/index.html',
  '/config.json',
  '/manifest.json',
  '/service-worker.js',
  '/robots.txt',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/logo.svg',
  '/generating.svg',
  '/landing-narrow.svg',
  '/landing-wide.svg',
];

/**
 * Serves index.html for every path without a file name, so that the client's routes can be opened and reloaded. An
 * unknown route gets 200 too, because only the client knows the routes. A file that is neither in `FILES` nor below
 * `/assets/` gets a 404 with a text for people, because S3 would respond with XML.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  const lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastPart.includes('.')) request.uri = '/index.html';
  else if (!request.uri.startsWith('/assets/') && !FILES.includes(request.uri))
    return {
      statusCode: 404,
      statusDescription: 'Not Found',
      headers: {
        'content-type': { value: 'text/plain; charset=utf-8' },
        'cache-control': { value: 'no-cache' },
      },
      body: 'There is nothing at this address.',
    };
  return request;
}
