import type { Subscription } from '#contract/entities';
import { getSubscriptionStatus } from '#contract/subscription';
import { callApi } from '../../../lib/http.ts';

/** The user's plan as it is now. */
export const getPlan = (email: string): Promise<Subscription> =>
  callApi(getSubscriptionStatus, { params: { email } });
