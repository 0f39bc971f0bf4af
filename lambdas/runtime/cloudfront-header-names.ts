/** Names of the headers that CloudFront adds to requests to the APIs. The functions and `lib` use them. */

/** Header with the origin's secret. It proves that a request came through CloudFront. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';
/**
 * Header with the viewer's IP address. The edge function `lib/edge/viewer-address.js` sets the header and overwrites
 * any value that the client sent. It cannot import this constant, so it repeats the name.
 */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
