/** Every hour: what the webhook has missed. A run that fails is tried again, and at last told to the operator. */
import { reconcile } from '../domain/billing/apply-missed-events.ts';
import { log } from '../runtime/log.ts';

export async function handler(): Promise<void> {
  const { applied } = await reconcile(Date.now());
  log('INFO', 'billing reconciled', { count: applied });
}
