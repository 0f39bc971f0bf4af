/** Files that stand beside index.html. */
const FILES = [
  '/index.html',
  '/config.json',
  '/manifest.json',
  '/robots.txt',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/logo.svg',
  '/generating.svg',
  '/landing-narrow.svg',
  '/landing-wide.svg',
];

/**
 * Gives every path that names no file to the single page, so that its routes can be opened and reloaded. A file
 * that there is not is answered here: the bucket has no words for people. An address without a file name gets the
 * page with 200, since only the page knows its routes; a copy of them here would have to change with every route.
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
