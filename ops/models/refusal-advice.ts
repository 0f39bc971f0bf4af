import type { RefusalCode } from '../../lambdas/models/recognise-lasting-refusals.ts';

export type Outcome = 'answers' | 'no access' | 'throttled' | 'unknown id' | 'fails';

/** Advice about a failure that may end by itself. The refusals in `MENDS` last until the operator mends their cause. */
export const RETRY = 'Try again in a minute.';
const CONFIGURE = 'docs/operate.md, Models and keys: configure another model';

const noAccess = (mend: string) => ({ outcome: 'no access', mend }) as const;
const unknownId = (mend: string) => ({ outcome: 'unknown id', mend }) as const;

export const MENDS: Readonly<Record<RefusalCode, { readonly outcome: Outcome; readonly mend: string }>> = {
  subscription_missing: noAccess(
    'Wait 15 minutes for the subscription and try again; then https://repost.aws/knowledge-center/bedrock-resolve-marketplace-permission',
  ),
  payment_missing: noAccess('Give the account a payment method in the console, Billing, then try again.'),
  use_case_missing: noAccess(
    'Open any Claude model in the Bedrock console, Model catalog, and send the form.',
  ),
  access_denied: noAccess('https://console.aws.amazon.com/support, or configure another model'),
  role_denied: noAccess(
    'Give your role bedrock:InvokeModelWithResponseStream, and bedrock-mantle:CreateInference for models of bedrock-mantle.',
  ),
  key_refused: noAccess('Put the right key into the secret of the model.'),
  model_retired: unknownId(CONFIGURE),
  model_unknown: unknownId(CONFIGURE),
  profile_needed: unknownId('Put us., eu. or global. before its modelId.'),
  quota_used_up: {
    outcome: 'throttled',
    mend: 'Ask for a higher quota: see the findings of the doctor’s check model quotas.',
  },
  settings_unfit: {
    outcome: 'fails',
    mend: 'Correct its path (bedrock-mantle), or configure another model: it may take no system prompt.',
  },
};
