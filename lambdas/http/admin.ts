import * as routes from '#contract/admin';
import { describeAnnouncement, removeAnnouncement, setAnnouncement } from '../domain/admin/announcement.ts';
import { listFeedback, readConversation } from '../domain/admin/feedback.ts';
import { createInvites, listInvitesPage, revokeInvite } from '../domain/admin/invites.ts';
import { listAudit } from '../domain/admin/list-audit.ts';
import type { OperatorContext } from '../domain/admin/operator-context.ts';
import { requireSecondFactor } from '../domain/admin/refuse-admin-without-second-factor.ts';
import { getUser, listUsersPage, setUserEnabled } from '../domain/admin/users.ts';
import { approveWaitlist, listWaitlist, removeFromWaitlist } from '../domain/admin/waitlist.ts';
import type { UserCaller } from '../runtime/caller.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { adminHandler, afterCheck } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

const operatorOf = ({ owner }: UserCaller): OperatorContext => ({
  actor: owner,
  siteUrl: requireEnv(ENV.siteUrl),
  productName: requireEnv(ENV.productName),
});

export const handler = adminHandler(
  routes,
  { readRevocation, requireSecondFactor },
  {
    async listWaitlist({ query }) {
      const { rows: entries, ...rest } = await listWaitlist(query);
      return { entries, ...rest };
    },
    approveWaitlist: async ({ caller, body }) => ({
      results: await approveWaitlist(operatorOf(caller), body.emails),
    }),
    removeFromWaitlist: async ({ caller, body }) => ({
      removed: await removeFromWaitlist(operatorOf(caller), body.emails),
    }),

    async listInvites({ caller, query }) {
      const { rows: invites, ...rest } = await listInvitesPage(operatorOf(caller), query);
      return { invites, ...rest };
    },
    createInvites: ({ caller, body }) => createInvites(operatorOf(caller), body),
    revokeInvite: ({ caller, params }) => revokeInvite(operatorOf(caller), params.code),

    async listUsers({ query }) {
      const { rows: users, ...rest } = await listUsersPage(query);
      return { users, ...rest };
    },
    getUser: ({ params }) => getUser(params.owner),
    setUserEnabled: ({ caller, params, body }) =>
      setUserEnabled(operatorOf(caller), params.owner, body.enabled),

    async listAudit({ query }) {
      const { rows: records, ...rest } = await listAudit(query.cursor);
      return { records, ...rest };
    },

    async listFeedback({ query }) {
      const { rows: feedback, ...rest } = await listFeedback(query.cursor);
      return { feedback, ...rest };
    },
    // Other GETs run while the caller is checked. This one waits for the check, because it writes an audit record.
    readFeedbackConversation: afterCheck(({ caller, params }) =>
      readConversation(operatorOf(caller), params.id),
    ),

    getAnnouncement: describeAnnouncement,
    setAnnouncement: ({ caller, body }) => setAnnouncement(operatorOf(caller), body),
    removeAnnouncement: ({ caller, query }) => removeAnnouncement(operatorOf(caller), query),
  },
);
