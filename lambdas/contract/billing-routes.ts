/** Calls about plans and usage beyond those of spec section 7. Loaded with the screens that make them. */
export const billingRoutes = {
  resumeSubscription: { method: 'POST', path: '/api/subscription/resume' },
  createPortalSession: { method: 'POST', path: '/api/subscription/portal' },
  getUsage: { method: 'GET', path: '/api/usage' },
  contactSupport: { method: 'POST', path: '/api/support' },
} as const;
