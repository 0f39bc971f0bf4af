/**
 * Names of the WebSocket subprotocols (docs/spec.md 7.2). A client offers `SOCKET_PROTOCOL` and its credential: an ID
 * token, or `GUEST_PROTOCOL` for a guest.
 */

/** Subprotocol that the server selects. */
export const SOCKET_PROTOCOL = 'parley.v1';
/** Subprotocol that a guest's client offers in place of an ID token. */
export const GUEST_PROTOCOL = 'guest';
