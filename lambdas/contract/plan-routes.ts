/**
 * Calls about plans, models, usage and support: those of spec section 7, and our own for what it leaves open. Loaded
 * with the screens that make them.
 */
export const planRoutes = {
  getSubscriptionStatus: { method: 'GET', path: '/api/subscription/status/{email}' },
  getAvailableModels: { method: 'GET', path: '/api/subscription/available-models/{email}' },
  cancelSubscription: { method: 'POST', path: '/api/subscription/cancel' },
  resumeSubscription: { method: 'POST', path: '/api/subscription/resume' },
  createTestSubscription: { method: 'POST', path: '/api/subscription/test-subscription' },
  createCheckoutSession: { method: 'POST', path: '/api/subscription/create-checkout-session' },
  createPortalSession: { method: 'POST', path: '/api/subscription/portal' },
  setChatModel: { method: 'PUT', path: '/api/chats/{chatId}/model' },
  getUsage: { method: 'GET', path: '/api/usage' },
  contactSupport: { method: 'POST', path: '/api/support' },
} as const;
