/**
 * Returns the ARN of the function that a URI invokes. For an HTTP API, the URI is the ARN itself. For a WebSocket API,
 * the URI is `arn:aws:apigateway:<region>:lambda:path/2015-03-31/functions/<arn>/invocations`.
 */
export function functionArnOf(uri: string | undefined): string {
  const arn = /arn:[\w-]+:lambda:[\w-]+:\d+:function:[\w-]+(?::[\w$-]+)?/.exec(uri ?? '')?.[0];
  if (arn === undefined) throw new Error(`not emulated: an integration with URI '${uri ?? ''}'`);
  return arn;
}
