import { getAvailableModels, type ModelDetails } from '#contract/available-models';
import type { Effort, Quota, Subscription } from '#contract/entities';
import { getSubscriptionStatus } from '#contract/subscription';
import { getUsage } from '#contract/usage';
import { callApi } from '../../../lib/api-client.ts';

export const getPlan = (email: string): Promise<Subscription> =>
  callApi(getSubscriptionStatus, { params: { email } });

interface ModelsAndEfforts {
  readonly models: readonly ModelDetails[];
  readonly efforts: readonly Effort[];
  readonly lockedEfforts?: readonly Effort[] | undefined;
}

/**
 * Reads all models of the deployment, and the efforts that the user may choose. `isLocked` is true for a model that the
 * user's plan does not include. `lockedEfforts` are the efforts that Premium has and the user's plan lacks.
 */
export async function getModels(email: string): Promise<ModelsAndEfforts> {
  const { details, ...rest } = await callApi(getAvailableModels, { params: { email } });
  return { ...rest, models: details };
}

/** Reads how many messages the user may send on the current UTC day, and how many of them are left. */
export const getQuota = async (userEmail: string): Promise<Quota> =>
  (await callApi(getUsage, { query: { userEmail } })).today;
