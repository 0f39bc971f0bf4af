/**
 * Cognito's PreSignUp trigger: nobody signs up without a reservation, by whatever door they come (the hosted
 * UI's form, Cognito's public API). Users that an administrator creates are let in.
 */
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { log } from '../runtime/log.ts';
import { hasReservation } from '../store/invites.ts';

export const handler = async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
  if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event;
  const { email } = event.request.userAttributes;
  if (event.triggerSource === 'PreSignUp_SignUp' && email && (await hasReservation(email, Date.now())))
    return event;
  log('INFO', 'sign-up refused', { action: event.triggerSource });
  throw new Error('An invitation is needed to sign up.');
};
