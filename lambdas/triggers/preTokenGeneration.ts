/**
 * Cognito's PreTokenGeneration trigger: the product reads e-mail and name from the ID token (docs/spec.md 3.1), and
 * with the scopes it asks for (email, openid, phone; docs/spec.md 6.1) Cognito leaves the name out.
 */
import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';

export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const { name } = event.request.userAttributes;
  if (name) event.response = { claimsOverrideDetails: { claimsToAddOrOverride: { name } } };
  return event;
};
