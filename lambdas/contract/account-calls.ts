/** The account screen's calls, of `account-routes.ts`. */
import * as z from 'zod/mini';
import * as responses from './account-responses.ts';
import { accountRoutes } from './account-routes.ts';
import { email, longCursor } from './fields.ts';

export const accountCalls = {
  exportAccount: {
    ...accountRoutes.exportAccount,
    query: z.object({ cursor: longCursor }),
    response: responses.exportAccountResponse,
  },
  /** `confirmEmail` is the caller's own address, typed to confirm. */
  deleteAccount: {
    ...accountRoutes.deleteAccount,
    body: z.object({ confirmEmail: email }),
    response: responses.deleteAccountResponse,
  },
} as const;
