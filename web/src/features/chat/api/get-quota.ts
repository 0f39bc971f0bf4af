import { getUsageResponse } from '#contract/plan-responses';
import { planRoutes } from '#contract/plan-routes';
import type { Quota } from '#contract/usage';
import { callApi } from '../../../lib/http.ts';

/** What is left of the user's day. */
export const getQuota = async (userEmail: string): Promise<Quota> =>
  (await callApi(planRoutes.getUsage, getUsageResponse, { query: { userEmail } })).today;
