/**
 * WebSocket subprotocols (docs/spec.md 7.2). A client offers two: `SOCKET_PROTOCOL`, and the client's credential. The
 * credential is an ID token, or `GUEST_PROTOCOL` for a guest. The server selects `SOCKET_PROTOCOL`.
 */

export const SOCKET_PROTOCOL = 'parley.v1';
export const GUEST_PROTOCOL = 'guest';
