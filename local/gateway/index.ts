/**
 * Exports the emulation of API Gateway's HTTP and WebSocket APIs and of Lambda function URLs. Also exports
 * `rememberKeys`, which keeps the user pool's keys for these APIs, and the functions with which
 * `local/stack/listen-before-handlers.ts` opens ports.
 */
export { createFunctionUrl } from './function-url.ts';
export { createHttpApi } from './http-api.ts';
export { rememberKeys } from './jwt-authorizer.ts';
export { listenPlain, listenSecure } from './listen.ts';
export { createSocketApi } from './socket-api.ts';
export type * from './types.ts';
