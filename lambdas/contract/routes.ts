/** Method and path of every HTTP call: those of spec section 7, and our own for what it leaves open. `{name}` is a parameter, as API Gateway writes it. */
export const routes = {
  searchChats: { method: 'GET', path: '/api/chats/search' },
  getChats: { method: 'GET', path: '/api/chats/getChats' },
  getChatHistory: { method: 'GET', path: '/api/chats/getChatHistory/{chatId}' },
  renameChat: { method: 'PUT', path: '/api/chats/{chatId}/name' },
  deleteChat: { method: 'DELETE', path: '/api/chats/{chatId}' },
  restoreChat: { method: 'POST', path: '/api/chats/{chatId}/restore' },
  carryGuestChat: { method: 'POST', path: '/api/chats/carryGuestChat' },
  joinWaitlist: { method: 'POST', path: '/api/waitlist' },
  signup: { method: 'POST', path: '/signup' },
} as const;

/** Method and path of a call. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}
