/**
 * Cognito's PreSignUp trigger: users sign up through the product's own sign-up alone, which has reserved a use of a
 * code and shows the reservation's ticket. Whoever comes by another door (the hosted UI's form, Cognito's public
 * API) has no ticket, also while someone's reservation for the same address is open. Users that an administrator
 * creates are let in.
 */
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { returnAddress } from '../runtime/cognito.ts';
import { log } from '../runtime/log.ts';
import { hasReservation } from '../store/signup/invites.ts';

export const handler = async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
  if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event;
  const { userAttributes, clientMetadata } = event.request;
  // The address is the user name that was given; Cognito shows it as the attribute, or as the name itself.
  const email = userAttributes.email ?? event.userName;
  const ticket = clientMetadata?.ticket;
  if (event.triggerSource === 'PreSignUp_SignUp' && ticket && (await isExpected(email, ticket))) return event;
  log('INFO', 'sign-up refused', { action: event.triggerSource });
  throw new SignUpRefused(await explainRefusal(event));
};

/**
 * Cognito takes a thrown error alone for a refusal, so Lambda counts each as an error of this function. The name tells
 * an operator, in the runtime's line of the log, that it is none (docs/operate.md, "Limits on sign-up and waitlist").
 */
class SignUpRefused extends Error {
  override readonly name = 'SignUpRefused';
}

/** The hosted UI shows it, with a full stop behind it: the way to the product's own sign-up, if that can be found. */
async function explainRefusal({ userPoolId, callerContext }: PreSignUpTriggerEvent): Promise<string> {
  const root = await returnAddress(userPoolId, callerContext.clientId).catch(() => undefined);
  return root === undefined
    ? 'An invitation is needed to sign up'
    : `Sign up at ${root}register with your invitation code`;
}

const isExpected = (email: string, ticket: string) =>
  hasReservation(email.trim().toLowerCase(), ticket, Date.now());
