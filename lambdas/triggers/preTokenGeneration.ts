/**
 * Cognito's PreTokenGeneration trigger. Adds the user's name to the ID token. Cognito leaves the name out, because the
 * web client requests only the scopes email, openid and phone (docs/spec.md 6.1).
 */
import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';

export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const { name } = event.request.userAttributes;
  if (name) event.response = { claimsOverrideDetails: { claimsToAddOrOverride: { name } } };
  return event;
};
