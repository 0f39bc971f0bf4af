import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAvailableModels, type ModelDetails } from '#contract/available-models';
import { AppError } from '#contract/error-codes';
import { getSubscriptionStatus } from '#contract/subscription';
import { getUsage } from '#contract/usage';
import { callApi } from '../../../lib/api-client.ts';
import { loadSiteConfig } from '../../../lib/site-config.ts';
import { usageCopy } from '../copy.ts';

/**
 * Plan that the usage page offers to a user without analytics, which only yearly subscribers have. `none`: payments are
 * off, or the configuration or the user's plan could not be read.
 */
export type Offer = 'none' | 'premium' | 'yearly';

export type ModelNames = ReadonlyMap<string, Pick<ModelDetails, 'displayName' | 'trueModel'>>;

const usageOptions = (email: string) =>
  queryOptions({
    queryKey: ['usage', email],
    queryFn: ({ signal }) => callApi(getUsage, { query: { userEmail: email }, signal }),
    refetchOnWindowFocus: () => navigator.onLine,
  });

/**
 * Query options of the models' names, without retired models. If the request fails, the map is empty. An empty map is
 * stale at once, so that the next mount, focus or reconnection asks again.
 */
export const namesOptions = (email: string) =>
  queryOptions({
    queryKey: ['usage', email, 'names'],
    queryFn: async (): Promise<ModelNames> => {
      try {
        const { details } = await callApi(getAvailableModels, { params: { email } });
        return new Map(details.map((model) => [model.id, model]));
      } catch {
        return new Map();
      }
    },
    staleTime: ({ state }) => (state.data?.size ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: () => navigator.onLine,
  });

export const offerOptions = (email: string) =>
  queryOptions({
    queryKey: ['usage', email, 'offer'],
    queryFn: async (): Promise<Offer> => {
      try {
        if ((await loadSiteConfig()).payments === 'off') return 'none';
        const { subscription } = await callApi(getSubscriptionStatus, { params: { email } });
        return subscription.tier === 'paid' && subscription.active ? 'yearly' : 'premium';
      } catch {
        return 'none';
      }
    },
    refetchOnWindowFocus: () => navigator.onLine,
  });

export function useUsage(email: string) {
  const { data: usage, error, isFetching, refetch } = useQuery(usageOptions(email));
  const { data: names } = useQuery({ ...namesOptions(email), enabled: usage?.analytics !== undefined });
  const { data: offer } = useQuery({
    ...offerOptions(email),
    enabled: usage !== undefined && !usage.analytics,
  });
  return { usage, names, offer, failure: error && !isFetching ? explain(error) : undefined, reload: refetch };
}

function explain(error: Error): string {
  if (error instanceof AppError && error.ownMessage !== undefined) return error.ownMessage;
  return navigator.onLine ? usageCopy.failed : usageCopy.offline;
}
