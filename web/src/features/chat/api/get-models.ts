import { getAvailableModelsResponse, type ModelDetails } from '#contract/plan-responses';
import { planRoutes } from '#contract/plan-routes';
import { callApi } from '../../../lib/http.ts';

/** All models of the catalogue; those that another plan opens are locked. */
export const getModels = async (email: string): Promise<readonly ModelDetails[]> =>
  (await callApi(planRoutes.getAvailableModels, getAvailableModelsResponse, { params: { email } })).details;
