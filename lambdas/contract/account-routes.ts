/** Calls of the account screen: taking one's data along, and leaving. Loaded with that screen alone. */
export const accountRoutes = {
  exportAccount: { method: 'GET', path: '/api/account/export' },
  deleteAccount: { method: 'POST', path: '/api/account/delete' },
} as const;
