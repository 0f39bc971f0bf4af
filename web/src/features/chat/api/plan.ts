/** Calls about the user's plan: what it is, which models it opens, what is left of the day. */
import type { Subscription } from '#contract/entities';
import { getAvailableModels, getSubscriptionStatus, type ModelDetails } from '#contract/subscription';
import { getUsage, type Quota } from '#contract/usage';
import { callApi } from '../../../lib/http.ts';

/** The user's plan as it is now. */
export const getPlan = (email: string): Promise<Subscription> =>
  callApi(getSubscriptionStatus, { params: { email } });

/** All models of the catalogue; those that another plan opens are locked. */
export const getModels = async (email: string): Promise<readonly ModelDetails[]> =>
  (await callApi(getAvailableModels, { params: { email } })).details;

/** The rest of the user's day. */
export const getQuota = async (userEmail: string): Promise<Quota> =>
  (await callApi(getUsage, { query: { userEmail } })).today;
