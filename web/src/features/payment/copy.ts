export const paymentCopy = {
  title: 'Premium Subscription',
  choose: 'Choose a plan',
  plans: {
    monthly: {
      title: 'Monthly Plan',
      per: 'per month',
      features: ['All AI models', 'Intelligent routing', 'Higher usage limits', 'Priority support'],
    },
    yearly: {
      title: 'Yearly Plan',
      per: 'per year',
      features: [
        'All monthly features',
        'Save 16% versus monthly',
        'Extended history retention',
        'Advanced analytics',
      ],
    },
  },
  bestValue: 'Best Value',
  subscribe: (price: string): string => `Subscribe for ${price}`,
  busy: 'One moment…',
  goBack: 'Cancel and go back',
  checkout: 'You pay on the payment provider’s page. Your card details never reach this site.',
  cancelled: 'The payment was cancelled. Nothing was charged.',
  failed: 'Failed to process payment. Please try again.',
  already: {
    title: 'You already have Premium',
    text: 'There is nothing to pay. You can use all AI models.',
    manage: 'Manage your subscription',
  },
  success: {
    title: 'Payment Successful!',
    thanks: 'Thank you for subscribing to the premium plan. Your account has been upgraded.',
    active: 'Active',
    processing: 'Processing',
    nextBilling: 'Next billing date',
    cancelled: 'None: the subscription is cancelled.',
    isTest: 'None: this is a test, and nothing is charged.',
    expires: 'Expires',
    toChat: 'Return to Chat',
  },
  processing: {
    title: 'Confirming your payment',
    text: 'The payment provider has not confirmed it yet. This page updates by itself.',
    slow: 'The confirmation is taking longer than usual. If you have paid, Premium starts as soon as it arrives. You can leave this page.',
    again: 'Check again',
  },
  nothing: {
    title: 'No payment found',
    text: 'Your account is on the free plan, and no payment was found. Nothing was charged.',
    plans: 'See the plans',
  },
  support: 'Contact support',
  statusFailed:
    'We received your payment, but had trouble loading your subscription details. Please contact support.',
} as const;
