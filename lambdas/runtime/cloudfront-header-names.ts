/**
 * Names of the headers that CloudFront adds to requests to the APIs. Constructs and functions use them by these names.
 */

/** Header with the origin's secret. It proves that a request came through CloudFront. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';
/**
 * Header with the viewer's address. The edge function sets it from `event.viewer.ip`, replacing any value that the
 * client sent.
 */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
