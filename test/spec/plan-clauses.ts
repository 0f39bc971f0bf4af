/** Specification of plans and payments, clause by clause; see chat-clauses.ts. */
export const PLAN_CLAUSES = {
  // Section 2: screens and routes
  'S2.subscription.1': '/subscription (any viewer): Subscription management.',
  'S2.subscription.2': 'An email input with a Load button.',
  'S2.subscription.3':
    'Current Subscription section: email, plan (Premium or Free), status (Active or Inactive), and expiry date when present.',
  'S2.subscription.4':
    'Available AI Models list: display names Gemini 2.5, ChatGPT, Claude, DeepSeek; any other id shown capitalised.',
  'S2.subscription.5': "Empty list: 'No models available.'",
  'S2.subscription.6': "Non-paid users also see 'Upgrade to Premium to access all AI models!'.",
  'S2.subscription.7':
    "Active paid user: 'This user currently has an active Premium subscription.' with buttons 'Cancel at Period End' and 'Cancel Immediately'.",
  'S2.subscription.8':
    "Otherwise, if payments are enabled: a Premium Plan card (all AI models, intelligent model routing, higher usage limits and priority support, '$9.99 / month') with an Upgrade button that only raises an alert and does nothing further.",
  'S2.subscription.9':
    "Otherwise (payments not enabled, development only): a test subscription form with duration in days (1-365, default 30) and a 'Create Test Subscription' button.",
  'S2.payment.1': '/payment-page (signed-in users): Premium checkout.',
  'S2.payment.2': "Heading 'Premium Subscription'.",
  'S2.payment.3':
    'Choose a Monthly Plan ($9.99 per month: all AI models, intelligent routing, higher usage limits, priority support)',
  'S2.payment.4':
    "or a Yearly Plan ($99.99 per year, badge 'Best Value': all monthly features, save 16% versus monthly, extended history retention, advanced analytics).",
  'S2.payment.5':
    "In test mode: card fields (cardholder name, card number, expiry MM/YY, CVC, test duration in days 1-365) and the notice 'Test Mode: No real payment will be processed'.",
  'S2.payment.6': "Submit button 'Subscribe for {price}'. A 'Cancel and go back' link.",
  'S2.payment.7':
    "Success screen: 'Payment Successful!', 'Thank you for subscribing to the premium plan. Your account has been upgraded.', tier, status (Active or Processing), next billing date, and a 'Return to Chat' button.",

  // Section 3: entities
  'S3.subscription.1':
    "Subscription status: success, subscription {tier ('paid' or free), active (boolean), expiresAt (unix seconds)}.",
  'S3.subscription.2':
    'The management screen reads tier, active and expiresAt directly from the response data.',
  'S3.models.1':
    'Available models response: models, a list of model id strings (for example geminitwofive, chatgpt, claude, deepseek).',
  'S3.plans.1':
    'Plan definitions: monthly (lookup key monthly_subscription, interval month, 30 days in test); yearly (lookup key yearly_subscription, interval year, 365 days in test).',

  // Section 4: states and transitions
  'S4.subscription.1': 'Tier free or paid; active or inactive; cancel at period end or immediately.',
  'S4.subscription.2': 'After a cancel or a test creation the status is reloaded.',
  'S4.payment.1':
    'Returning with success=true and a session_id query parameter (non-test mode) triggers loading of the subscription; if that succeeds the success screen is shown.',
  'S4.payment.2': 'In test mode the subscription is created directly and the success screen is shown.',

  // Section 5: validation rules
  'S5.subscription.1':
    "Subscription management: email required ('Please enter a user email'); Load and create are disabled without it.",
  'S5.subscription.2': 'Test duration is a number from 1 to 365.',
  'S5.payment.1':
    'Test-mode payment: submit enabled only if card number has at least 16 characters, expiry at least 5, CVC at least 3, and cardholder name is non-empty.',

  // Section 6: roles and permissions
  'S6.roles.3': 'Free tier: restricted model list. Paid (Premium) tier: all AI models.',
  'S6.roles.4':
    'The subscription page lets any viewer enter any user email and cancel; an administrator check: not shown; server-side enforcement: not shown.',
  'S6.roles.5': 'The test subscription exists in development or test mode only.',

  // Section 7: the calls it makes
  'S7.plans.1': 'GET /api/subscription/status/{email} | none | tier, active, expiresAt',
  'S7.plans.2': 'GET /api/subscription/available-models/{email} | none | models',
  'S7.plans.3': 'POST /api/subscription/cancel | userId (the email), immediate (boolean) | message',
  'S7.plans.4':
    "POST /api/subscription/test-subscription | userId, tier ('paid'), durationDays; planType (monthly or yearly) from the payment page | message, subscription",
  'S7.plans.5':
    'POST /api/subscription/create-checkout-session | lookup_key, userId | url; the browser is redirected to the hosted checkout',

  // Section 8: error catalogue
  'S8.subscription.1':
    "Subscription load failure: 'Failed to load subscription information. Please try again.'",
  'S8.subscription.2': "Cancel failure: 'Failed to cancel subscription. Please try again.'",
  'S8.subscription.3': "Test subscription failure: 'Failed to create test subscription. Please try again.'",
  'S8.payment.1':
    "Payment failure: the server's error field, or 'Failed to process payment. Please try again.'",
  'S8.payment.2':
    "Payment taken but status load failed: 'We received your payment, but had trouble loading your subscription details. Please contact support.'",

  // Section 9: business constants
  'S9.plans.1': 'Prices: monthly $9.99, yearly $99.99 (described as saving 16%).',
  'S9.plans.2':
    'Test durations: 30 days monthly, 365 days yearly; allowed 1-365. Expiry timestamps in seconds.',
} as const;
