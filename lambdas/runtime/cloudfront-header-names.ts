/** Header with the secret that proves that a request came through CloudFront. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';
/**
 * Header with the viewer's IP address. `lib/edge/viewer-address.js` repeats this name, and overwrites any value that
 * the client sent.
 */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
