/**
 * Cognito's PreTokenGeneration trigger: the product reads e-mail and name from the ID token (spec section 3), and
 * with the scopes it asks for (email, openid, phone; spec section 6) Cognito leaves the name out.
 */
import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';

export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const { name } = event.request.userAttributes;
  if (name) event.response = { claimsOverrideDetails: { claimsToAddOrOverride: { name } } };
  return event;
};
