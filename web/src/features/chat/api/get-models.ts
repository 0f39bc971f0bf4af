import { getAvailableModels, type ModelDetails } from '#contract/subscription';
import { callApi } from '../../../lib/http.ts';

/** All models of the catalogue; those that another plan opens are locked. */
export const getModels = async (email: string): Promise<readonly ModelDetails[]> =>
  (await callApi(getAvailableModels, { params: { email } })).details;
