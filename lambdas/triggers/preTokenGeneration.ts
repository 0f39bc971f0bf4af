/**
 * Cognito's PreTokenGeneration trigger. Adds the user's name to the ID token, because Cognito leaves the name out with
 * the requested scopes (email, openid, phone; docs/spec.md 6.1).
 */
import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';

export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const { name } = event.request.userAttributes;
  if (name) event.response = { claimsOverrideDetails: { claimsToAddOrOverride: { name } } };
  return event;
};
