/** Texts of the subscription page, and what it shares with the payment page; see texts.ts. */
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A day as the reader's locale writes it. `seconds`: Unix time. */
export const formatDay = (seconds: number): string => date.format(new Date(seconds * 1000));

export const planWords = {
  premium: 'Premium',
  free: 'Free',
  plan: 'Plan',
  status: 'Status',
  offline: 'You are offline. What you see may be out of date.',
  loading: 'Loading...',
  retry: 'Try again',
  paymentsOff: 'Premium is not sold here.',
} as const;

export const subscriptionTexts = {
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
      `The subscription is cancelled and ends on ${day}. Until then everything stays open.`,
    cancelledSoon: 'The subscription is cancelled and ends with the period that is paid for.',
    paymentFailed: 'The last payment failed. It is tried again; Premium stays open meanwhile.',
    mend: 'Check the payment method under “Manage billing”, so that the next try succeeds.',
    mendOther: 'The owner of the account can mend it under “Manage billing”.',
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
      'Premium ends at once: models of Premium are locked, and the daily limit is that of the free plan.',
      'The rest of the period that is paid for is lost and not paid back.',
    ],
    yearly: 'What the yearly plan adds ends too: longer history and advanced analytics.',
    instead: 'Cancelled at the end of the period, it stays open until then.',
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
    oneself: 'Premium is bought on the payment page.',
    other: (email: string): string => `Premium is bought on the payment page, by ${email} alone.`,
    go: 'To the payment page',
    close: 'Close',
  },
  plans: 'See the plans',
  emailRequired: 'Please enter a user email',
  emailInvalid: 'That is not an email address.',
  loadFailed: 'Failed to load subscription information. Please try again.',
  cancelFailed: 'Failed to cancel subscription. Please try again.',
  resumeFailed: 'Failed to resume subscription. Please try again.',
  billingFailed: 'The billing page could not be opened. Please try again.',
  forbidden: 'You may see and change only your own subscription.',
  partFailed: 'This part of the page could not be loaded. Please try again.',
} as const;
