/**
 * Sets the header with the viewer's IP address for the APIs and overwrites any value from the viewer. CloudFront's own
 * header would need an origin request policy with a list of headers. The WebSocket handshake needs the policy "all
 * headers but Host", and a behavior has only one policy.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
