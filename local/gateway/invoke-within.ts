import type { Invoke, InvokeResult } from '../emulator-types.ts';

/** API Gateway's integration limits: 30 s for HTTP APIs, 29 s for WebSocket APIs. */
export const HTTP_INTEGRATION_MS = 30_000;
export const SOCKET_INTEGRATION_MS = 29_000;

/** Returns the function's result, or 'late' after the limit. The function continues to run, as on AWS. */
export async function invokeWithin(
  invoke: Invoke,
  functionArn: string,
  event: unknown,
  limitMs: number,
): Promise<InvokeResult | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), limitMs);
  try {
    return await Promise.race([invoke(functionArn, event), promise]);
  } finally {
    clearTimeout(timer);
  }
}
