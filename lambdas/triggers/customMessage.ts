/**
 * Cognito's CustomMessage trigger. Writes the mail for a forgotten password. Its link leads to the product's own page,
 * because Cognito's hosted page would accept any password of eight characters or more (decision 0082).
 */
import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { returnAddress } from '../runtime/user-pool-sdk-and-site-address.ts';

export const handler = async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
  if (event.triggerSource !== 'CustomMessage_ForgotPassword') return event;
  const { userPoolId, callerContext, request } = event;
  const root = await returnAddress(userPoolId, callerContext.clientId);
  if (root === undefined) throw new Error('The client has no return address');
  // Cognito replaces `codeParameter` in the mail by the code. Browsers do not send a URL's fragment, so no server logs
  // the code.
  const email = encodeURIComponent(request.userAttributes.email ?? '');
  const link = `${root}reset-password#code=${request.codeParameter}&email=${email}`;
  event.response.emailSubject = 'Choose a new password';
  event.response.emailMessage = `<p>Somebody asked for a new password for your account. If that was you, <a href="${link}">choose your new password</a> within an hour. The page that you came from is not needed any more.</p><p>If that was not you, ignore this mail. Your password stays as it is.</p>`;
  return event;
};
