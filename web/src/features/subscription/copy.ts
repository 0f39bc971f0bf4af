/** Texts of the subscription page. The payment page shares some of them. */
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Formats a day in the browser's locale. `seconds`: Unix time. */
export const formatDay = (seconds: number): string => date.format(new Date(seconds * 1000));

export const planCopy = {
  premium: 'Premium',
  free: 'Free',
  plan: 'Plan',
  status: 'Status',
  offline: 'You are offline. What you see may be out of date.',
  loading: 'Loading...',
  retry: 'Try again',
  paymentsOff: 'Premium is not for sale here.',
} as const;

export const subscriptionCopy = {
  title: 'Subscription',
  back: 'Back to your chats',
  home: 'Back to the start',
  userEmail: 'User email',
  load: 'Load',
  signInFirst: 'Please sign in to see a subscription.',
  signIn: 'Login',
  current: {
    title: 'Current Subscription',
    email: 'Email',
    active: 'Active',
    inactive: 'Inactive',
    expires: 'Expires',
    renews: 'Renews',
    ended: 'Ended',
    cancelled: (day: string): string =>
      `The subscription is cancelled and ends on ${day}. Premium stays active until then.`,
    cancelledSoon: 'The subscription is cancelled and ends with the current billing period.',
    paymentFailed: 'The last payment failed. It will be tried again. Premium stays active until then.',
    mend: 'Check the payment method under “Manage billing”.',
    mendOther: 'The owner of the account can fix it under “Manage billing”.',
  },
  models: {
    title: 'Available AI Models',
    none: 'No models available.',
    upgrade: 'Upgrade to Premium to access all AI models!',
    locked: 'Premium only',
  },
  manage: {
    title: 'Manage Subscription',
    active: 'This user currently has an active Premium subscription.',
    atPeriodEnd: 'Cancel at Period End',
    immediately: 'Cancel Immediately',
    resume: 'Resume Subscription',
    billing: 'Manage billing',
    billingAbout: 'Cards, invoices and receipts are kept by the payment provider.',
    busy: 'One moment…',
  },
  cancelNow: {
    title: 'Cancel the subscription now?',
    what: [
      'Premium ends at once: Premium models are locked, and the free plan’s daily limit applies.',
      'The rest of the paid period is lost and not refunded.',
    ],
    yearly: 'The extras of the yearly plan end too: longer history and advanced analytics.',
    instead: 'If it is cancelled at the end of the period instead, Premium stays active until then.',
    keep: 'Keep subscription',
  },
  card: {
    title: 'Premium Plan',
    price: (price: string): string => `${price} / month`,
    features: ['All AI models', 'Intelligent model routing', 'Higher usage limits and priority support'],
    upgrade: 'Upgrade',
  },
  upgrade: {
    title: 'Upgrade to Premium',
    oneself: 'You can buy Premium on the payment page.',
    other: (email: string): string => `Only ${email} can buy Premium for this account, on the payment page.`,
    go: 'Go to the payment page',
    close: 'Close',
  },
  plans: 'See the plans',
  emailRequired: 'Please enter a user email',
  emailInvalid: 'That is not an email address.',
  loadFailed: 'Failed to load subscription information. Please try again.',
  cancelFailed: 'Failed to cancel subscription. Please try again.',
  resumeFailed: 'Failed to resume subscription. Please try again.',
  billingFailed: 'The billing page could not be opened. Please try again.',
  forbidden: 'You can see and change only your own subscription.',
  partFailed: 'This part of the page could not be loaded. Please try again.',
} as const;
