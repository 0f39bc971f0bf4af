import { getUsage, type Quota } from '#contract/usage';
import { callApi } from '../../../lib/http.ts';

/** Reads what is left of the user's day. */
export const getQuota = async (userEmail: string): Promise<Quota> =>
  (await callApi(getUsage, { query: { userEmail } })).today;
