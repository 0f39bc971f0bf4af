/**
 * Cognito's PostConfirmation trigger. Ends all sign-ins of a user who has replaced a forgotten password. Cognito calls
 * the trigger also when the user has done so on Cognito's hosted page or through Cognito's public API (decision 0082).
 */
import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { revokeSignIns } from '../domain/account/end-sign-ins-and-access.ts';

export const handler = async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
  if (event.triggerSource !== 'PostConfirmation_ConfirmForgotPassword') return event;
  const { userName: owner, userPoolId, request } = event;
  await revokeSignIns(owner, { userPoolId, resetId: request.clientMetadata?.resetId });
  return event;
};
