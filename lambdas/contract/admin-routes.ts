/**
 * Calls of an operator's console. All of them are for members of the group `admins` alone. They stand apart from
 * `routes.ts`, so that the pages of everybody else do not load them.
 */
export const adminRoutes = {
  listWaitlist: { method: 'GET', path: '/api/admin/waitlist' },
  approveWaitlist: { method: 'POST', path: '/api/admin/waitlist/approve' },
  removeFromWaitlist: { method: 'POST', path: '/api/admin/waitlist/remove' },
  listInvites: { method: 'GET', path: '/api/admin/invites' },
  createInvites: { method: 'POST', path: '/api/admin/invites' },
  revokeInvite: { method: 'POST', path: '/api/admin/invites/{code}/revoke' },
  listUsers: { method: 'GET', path: '/api/admin/users' },
  getUser: { method: 'GET', path: '/api/admin/users/{owner}' },
  setUserEnabled: { method: 'POST', path: '/api/admin/users/{owner}/enabled' },
  listAudit: { method: 'GET', path: '/api/admin/audit' },
} as const;
