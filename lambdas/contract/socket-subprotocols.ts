/**
 * WebSocket subprotocols (docs/spec.md 7.2). A client offers `SOCKET_PROTOCOL`, which the server selects, and its
 * credential: an ID token, or `GUEST_PROTOCOL` for a guest.
 */

export const SOCKET_PROTOCOL = 'parley.v1';
export const GUEST_PROTOCOL = 'guest';
