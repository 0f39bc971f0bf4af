/**
 * Cognito's PreSignUp trigger. Accepts users that an administrator creates, and sign-ups by the product's own function,
 * which passes the ticket of a reservation. A sign-up through the hosted UI's form or Cognito's public API has no
 * ticket. It is refused even while a reservation for the same e-mail address is open.
 */
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { log } from '../runtime/log.ts';
import { returnAddress } from '../runtime/user-pool-sdk-and-site-address.ts';
import { hasReservation } from '../store/signup/invite-rows-and-reads.ts';

export const handler = async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
  if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event;
  const { userAttributes, clientMetadata } = event.request;
  // A sign-up has the e-mail address as user name. Cognito passes the address on as `email` or as `userName`.
  const email = userAttributes.email ?? event.userName;
  const ticket = clientMetadata?.ticket;
  if (event.triggerSource === 'PreSignUp_SignUp' && ticket && (await isExpected(email, ticket))) return event;
  log('INFO', 'sign-up refused', { action: event.triggerSource });
  throw new SignUpRefused(await explainRefusal(event));
};

/**
 * Refuses a sign-up. Cognito accepts only a thrown error as a refusal, so Lambda counts each refusal as an error of
 * this function. The error's `name` in the log shows that nothing failed (docs/operate.md, "Limits on sign-up and
 * waitlist").
 */
class SignUpRefused extends Error {
  override readonly name = 'SignUpRefused';
}

/** Returns the refusal's text, without a full stop, because the hosted UI adds one. */
async function explainRefusal({ userPoolId, callerContext }: PreSignUpTriggerEvent): Promise<string> {
  const root = await returnAddress(userPoolId, callerContext.clientId).catch(() => undefined);
  return root === undefined
    ? 'An invitation is needed to sign up'
    : `Sign up at ${root}register with your invitation code`;
}

const isExpected = (email: string, ticket: string) =>
  hasReservation(email.trim().toLowerCase(), ticket, Date.now());
