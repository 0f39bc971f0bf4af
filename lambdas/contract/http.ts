/**
 * Every HTTP call of `routes.ts`: its route and the schemas of what goes in and out.
 */
import * as z from 'zod/mini';
import * as accountResponses from './account-responses.ts';
import { accountRoutes } from './account-routes.ts';
import { waitlistStatus } from './admin.ts';
import * as adminResponses from './admin-responses.ts';
import { adminRoutes } from './admin-routes.ts';
import * as billingResponses from './billing-responses.ts';
import { billingRoutes } from './billing-routes.ts';
import { chatId, planType } from './entities.ts';
import {
  CHAT_NAME_MAX_LENGTH,
  INVITES,
  NAME_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PLANS,
  SEARCH_QUERY_MAX_LENGTH,
  SUPPORT,
  TEST_SUBSCRIPTION_DAYS,
  WAITLIST_BATCH_MAX,
} from './limits.ts';
import * as responses from './responses.ts';
import { routes } from './routes.ts';

const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
const cursor = z.optional(z.string().check(z.maxLength(400)));

const before = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const after = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

const search = z.optional(z.string().check(z.trim(), z.maxLength(254)));
const emails = z.array(email).check(z.minLength(1), z.maxLength(WAITLIST_BATCH_MAX));
const inviteCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const owner = z.string().check(z.minLength(1), z.maxLength(64));

const days = z.int().check(z.gte(TEST_SUBSCRIPTION_DAYS.min), z.lte(TEST_SUBSCRIPTION_DAYS.max));

export const http = {
  searchChats: {
    ...routes.searchChats,
    query: z.object({
      userEmail: email,
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_QUERY_MAX_LENGTH)),
    }),
    response: responses.searchChatsResponse,
  },
  getChats: {
    ...routes.getChats,
    query: z.object({ userEmail: email, cursor }),
    response: responses.getChatsResponse,
  },
  getChatHistory: {
    ...routes.getChatHistory,
    params: z.object({ chatId }),
    /**
     * `before`: only messages with a smaller index, the newest page of those. `after`: only messages with a
     * greater index, the oldest page of those. At most one of them; none is the newest page.
     */
    query: z
      .object({ before, after })
      .check(
        z.refine((query) => query.before === undefined || query.after === undefined, { path: ['after'] }),
      ),
    response: responses.getChatHistoryResponse,
  },
  renameChat: {
    ...routes.renameChat,
    params: z.object({ chatId }),
    body: z.object({
      newName: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
    }),
    response: responses.renameChatResponse,
  },
  deleteChat: {
    ...routes.deleteChat,
    params: z.object({ chatId }),
    response: responses.deleteChatResponse,
  },
  restoreChat: {
    ...routes.restoreChat,
    params: z.object({ chatId }),
    response: responses.restoreChatResponse,
  },
  /** Moves a guest's chat into the caller's account: whoever knows a guest's chat id owns that chat. */
  carryGuestChat: {
    ...routes.carryGuestChat,
    body: z.object({ guestChatId: chatId }),
    response: responses.carryGuestChatResponse,
  },
  joinWaitlist: {
    ...routes.joinWaitlist,
    body: z.object({ email }),
    response: responses.joinWaitlistResponse,
  },
  signup: {
    ...routes.signup,
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_LENGTH)),
      inviteCode,
      email,
      password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(256)),
    }),
    response: responses.signupResponse,
  },
  getSubscriptionStatus: {
    ...routes.getSubscriptionStatus,
    params: z.object({ email }),
    response: responses.getSubscriptionStatusResponse,
  },
  getAvailableModels: {
    ...routes.getAvailableModels,
    params: z.object({ email }),
    response: responses.getAvailableModelsResponse,
  },
  cancelSubscription: {
    ...routes.cancelSubscription,
    body: z.object({ userId: email, immediate: z.boolean() }),
    response: responses.cancelSubscriptionResponse,
  },
  createTestSubscription: {
    ...routes.createTestSubscription,
    body: z.object({
      userId: email,
      tier: z.literal('paid'),
      durationDays: days,
      planType: z.optional(planType),
    }),
    response: responses.createTestSubscriptionResponse,
  },
  createCheckoutSession: {
    ...routes.createCheckoutSession,
    body: z.object({
      lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),
      userId: email,
    }),
    response: responses.createCheckoutSessionResponse,
  },
  /** Takes a cancellation at the period's end back. */
  resumeSubscription: {
    ...billingRoutes.resumeSubscription,
    body: z.object({ userId: email }),
    response: billingResponses.resumeSubscriptionResponse,
  },
  createPortalSession: {
    ...billingRoutes.createPortalSession,
    body: z.object({ userId: email }),
    response: billingResponses.createPortalSessionResponse,
  },
  getUsage: {
    ...billingRoutes.getUsage,
    query: z.object({ userEmail: email }),
    response: billingResponses.getUsageResponse,
  },
  /** Mailed to the operator, with the sender's plan: Premium's comes first. */
  contactSupport: {
    ...billingRoutes.contactSupport,
    body: z.object({
      subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(SUPPORT.subjectMaxLength)),
      message: z.string().check(z.trim(), z.minLength(1), z.maxLength(SUPPORT.messageMaxLength)),
    }),
    response: billingResponses.contactSupportResponse,
  },
  listWaitlist: {
    ...adminRoutes.listWaitlist,
    /** `status` is `waiting` unless given; a `search` is over both. */
    query: z.object({ status: z.optional(waitlistStatus), search, cursor }),
    response: adminResponses.listWaitlistResponse,
  },
  /** Mints a code for each, bound to the address, and mails it. Repeating it mints nothing new. */
  approveWaitlist: {
    ...adminRoutes.approveWaitlist,
    body: z.object({ emails }),
    response: adminResponses.approveWaitlistResponse,
  },
  removeFromWaitlist: {
    ...adminRoutes.removeFromWaitlist,
    body: z.object({ emails }),
    response: adminResponses.removeFromWaitlistResponse,
  },
  listInvites: {
    ...adminRoutes.listInvites,
    /** `search` finds by code, bound address, note or who used it. */
    query: z.object({ search, cursor }),
    response: adminResponses.listInvitesResponse,
  },
  /** An invite for one `email` is single-use, and mailed if `sendMail`. */
  createInvites: {
    ...adminRoutes.createInvites,
    body: z
      .object({
        count: z._default(z.int().check(z.gte(1), z.lte(INVITES.countMax)), 1),
        maxUses: z._default(z.int().check(z.gte(1), z.lte(INVITES.maxUsesMax)), 1),
        expiresInDays: z._default(
          z.int().check(z.gte(INVITES.days.min), z.lte(INVITES.days.max)),
          INVITES.days.default,
        ),
        email: z.optional(email),
        note: z.optional(z.string().check(z.trim(), z.maxLength(INVITES.noteMaxLength))),
        sendMail: z._default(z.boolean(), false),
      })
      .check(
        z.refine(({ email, count }) => email === undefined || count === 1, { path: ['count'] }),
        z.refine(({ email, maxUses }) => email === undefined || maxUses === 1, { path: ['maxUses'] }),
        z.refine(({ email, sendMail }) => email !== undefined || !sendMail, { path: ['sendMail'] }),
      ),
    response: adminResponses.createInvitesResponse,
  },
  /** Nobody can open an account with it any more; accounts that were opened with it stay. */
  revokeInvite: {
    ...adminRoutes.revokeInvite,
    params: z.object({ code: inviteCode }),
    response: adminResponses.revokeInviteResponse,
  },
  listUsers: {
    ...adminRoutes.listUsers,
    /** `search` is the beginning of an address. */
    query: z.object({ search, cursor: z.optional(z.string().check(z.maxLength(2_000))) }),
    response: adminResponses.listUsersResponse,
  },
  /** With the usage of the last 30 days that had any, newest first. */
  getUser: {
    ...adminRoutes.getUser,
    params: z.object({ owner }),
    response: adminResponses.getUserResponse,
  },
  /** A disabled user is signed out everywhere and cannot sign in. Nobody disables themselves. */
  setUserEnabled: {
    ...adminRoutes.setUserEnabled,
    params: z.object({ owner }),
    body: z.object({ enabled: z.boolean() }),
    response: adminResponses.setUserEnabledResponse,
  },
  listAudit: {
    ...adminRoutes.listAudit,
    query: z.object({ cursor }),
    response: adminResponses.listAuditResponse,
  },
  exportAccount: {
    ...accountRoutes.exportAccount,
    query: z.object({ cursor: z.optional(z.string().check(z.maxLength(2_000))) }),
    response: accountResponses.exportAccountResponse,
  },
  /** `confirmEmail` is the caller's own address, typed to confirm. */
  deleteAccount: {
    ...accountRoutes.deleteAccount,
    body: z.object({ confirmEmail: email }),
    response: accountResponses.deleteAccountResponse,
  },
} as const;

export type HttpCall = keyof typeof http;
export type HttpResponse<C extends HttpCall> = z.infer<(typeof http)[C]['response']>;
