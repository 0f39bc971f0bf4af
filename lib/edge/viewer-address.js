/** Tells the APIs the viewer's address, in place of whatever the viewer claims it to be (decision 0020). */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
