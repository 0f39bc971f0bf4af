/**
 * Cognito's PreTokenGeneration trigger, which adds the user's name to the ID token. The client and the API read the
 * name of the signed-in user from that token alone. With the requested scopes (email, openid, phone; docs/spec.md 6.1),
 * Cognito leaves the name out.
 */
import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';

export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const { name } = event.request.userAttributes;
  if (name) event.response = { claimsOverrideDetails: { claimsToAddOrOverride: { name } } };
  return event;
};
