/** Method and path of every HTTP call of spec section 7. `{name}` is a parameter, as API Gateway writes it. */
export const routes = {
  searchChats: { method: 'GET', path: '/api/chats/search' },
  getChats: { method: 'GET', path: '/api/chats/getChats' },
  getChatHistory: { method: 'GET', path: '/api/chats/getChatHistory/{chatId}' },
  renameChat: { method: 'PUT', path: '/api/chats/{chatId}/name' },
  joinWaitlist: { method: 'POST', path: '/api/waitlist' },
  signup: { method: 'POST', path: '/signup' },
  getSubscriptionStatus: { method: 'GET', path: '/api/subscription/status/{email}' },
  getAvailableModels: { method: 'GET', path: '/api/subscription/available-models/{email}' },
  cancelSubscription: { method: 'POST', path: '/api/subscription/cancel' },
  createTestSubscription: { method: 'POST', path: '/api/subscription/test-subscription' },
  createCheckoutSession: { method: 'POST', path: '/api/subscription/create-checkout-session' },
} as const;

export type HttpCall = keyof typeof routes;
