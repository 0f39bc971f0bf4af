/** HTTP calls about the user's plan, the models that it includes, and the messages left of the day. */
import type { Effort, Quota, Subscription } from '#contract/entities';
import { getAvailableModels, getSubscriptionStatus, type ModelDetails } from '#contract/subscription';
import { getUsage } from '#contract/usage';
import { callApi } from '../../../lib/api-client.ts';

/** Reads the user's subscription. */
export const getPlan = (email: string): Promise<Subscription> =>
  callApi(getSubscriptionStatus, { params: { email } });

interface ModelsAndEfforts {
  readonly models: readonly ModelDetails[];
  readonly efforts: readonly Effort[];
}

/**
 * Reads all models of the catalogue, and the efforts that the user may choose. A model that the user's plan does not
 * include has `isLocked`.
 */
export async function getModels(email: string): Promise<ModelsAndEfforts> {
  const { details: models, efforts } = await callApi(getAvailableModels, { params: { email } });
  return { models, efforts };
}

/** Reads the number of messages that the user has left today. */
export const getQuota = async (userEmail: string): Promise<Quota> =>
  (await callApi(getUsage, { query: { userEmail } })).today;
