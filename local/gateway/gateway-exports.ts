export { createFunctionUrl } from './function-url.ts';
export type * from './gateway-types.ts';
export { createHttpApi } from './http-api.ts';
export { rememberKeys } from './jwt-authorizer.ts';
export { createSocketApi } from './socket-api.ts';
export { listenPlain, listenSecure } from './start-loopback-server.ts';
