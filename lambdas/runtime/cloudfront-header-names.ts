/** Names of the headers that CloudFront adds to requests to the APIs, for the functions and the constructs in `lib`. */

/** Header with the origin's secret. It proves that a request came through CloudFront. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';
/**
 * Header with the viewer's IP address. The edge function `lib/edge/viewer-address.js`, which repeats the name, sets it
 * from `event.viewer.ip`. It replaces any value that the client sent.
 */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
