/** HTTP calls about the user's plan, the models that it includes, and the messages left of the day. */
import type { Quota, Subscription } from '#contract/entities';
import { getAvailableModels, getSubscriptionStatus, type ModelDetails } from '#contract/subscription';
import { getUsage } from '#contract/usage';
import { callApi } from '../../../lib/api-client.ts';

/** Reads the user's subscription. */
export const getPlan = (email: string): Promise<Subscription> =>
  callApi(getSubscriptionStatus, { params: { email } });

/** Reads all models of the catalogue. A model that the user's plan does not include has `isLocked`. */
export const getModels = async (email: string): Promise<readonly ModelDetails[]> =>
  (await callApi(getAvailableModels, { params: { email } })).details;

/** Reads the number of messages that the user has left today. */
export const getQuota = async (userEmail: string): Promise<Quota> =>
  (await callApi(getUsage, { query: { userEmail } })).today;
