/** Operations of sign-up and payment, whose calls can be struck by faults. */
import { itemOf, payUnheard } from '../support/billing.ts';
import { accountOf, freshEmail, givenInvite, signUp, usesOf } from '../support/sign-up.ts';
import { openCheckout, stripeClient } from '../support/stripe-purchases.ts';
import type { Operation } from './every-call.ts';

const none = (): void => undefined;
const heard = async (work: Promise<unknown>): Promise<void> => void (await work.catch(none));

export const SIGN_UP: Operation = {
  name: 'sign-up',
  async prepare({ stack }) {
    const inviteCode = await givenInvite(stack);
    const email = freshEmail();
    return {
      run: () => heard(signUp(stack, { email, inviteCode })),
      async problems() {
        const { status, text } = await signUp(stack, { email, inviteCode });
        const uses = await usesOf(stack, inviteCode);
        const isOnce = uses.uses === 1 && uses.holds.length === 0 && uses.redeemedBy.join() === email;
        const account = await accountOf(stack, email);
        return [
          ...(account === 'UNCONFIRMED' ? [] : [`no account (${account}): ${status} ${text}`]),
          ...(isOnce ? [] : [`the code: ${JSON.stringify(uses)}`]),
        ];
      },
      close: none,
    };
  },
};

/** Operations that need a stack with Stripe. */
export const PAYING: readonly Operation[] = [
  {
    name: 'checkout',
    async prepare({ stack }) {
      const user = await stack.givenUser();
      return {
        run: () => heard(openCheckout(stack, user)),
        async problems() {
          await openCheckout(stack, user);
          const customers = stack.inner.stripe.customers().filter(({ email }) => email === user.email);
          const customer = (await itemOf(stack, user))?.customerId ?? '';
          const { data } = await stripeClient(stack.inner).checkout.sessions.list({ customer });
          const isOnce = customers.length === 1 && data.length === 1;
          return isOnce ? [] : [`${customers.length} customers, ${data.length} sessions`];
        },
        close: none,
      };
    },
  },
  {
    name: 'webhook',
    async prepare({ stack }) {
      const user = await stack.givenUser();
      const { webhooks } = stack.inner.stripe;
      const id = await payUnheard(stack, user);
      return {
        run: async () => {
          for (const { id: event } of webhooks.undelivered()) await heard(webhooks.deliver(event));
        },
        async problems() {
          for (const { id: event } of webhooks.undelivered()) await webhooks.deliver(event);
          await webhooks.release();
          await webhooks.settled();
          const item = await itemOf(stack, user);
          const isRight = item?.active === true && item.subscriptionId === id;
          return isRight ? [] : [`the plan is ${JSON.stringify(item)}`];
        },
        close: () => void webhooks.release(),
      };
    },
  },
];
