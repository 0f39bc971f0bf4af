/**
 * Sets the header `x-viewer-address`, which tells the APIs the viewer's IP address. Overwrites a value that the viewer
 * sent. CloudFront's own header `CloudFront-Viewer-Address` would need an origin request policy that lists headers. A
 * behavior has only one policy, and the WebSocket handshake needs the policy "all headers but Host".
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
