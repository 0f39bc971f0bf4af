/**
 * Tells the APIs the viewer's address, in place of whatever the viewer claims it to be. CloudFront's own header for
 * it needs an origin request policy that lists headers, which cannot be combined with "all but Host", and the
 * WebSocket handshake needs those.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
