import { useCallback, useRef, useState } from 'react';
import type { SiteConfig } from '#contract/config';
import type { Subscription } from '#contract/entities';
import { OnDemand } from '../../../components/on-demand.tsx';
import { useStore } from '../../../lib/store.ts';
import { planCopy, subscriptionCopy } from '../copy.ts';
import { isPremium } from '../model/plan-state.ts';
import type { UserPlan } from '../model/user-plan.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ManageActive } from './manage-active.tsx';
import { PremiumCard } from './premium-card.tsx';

const texts = subscriptionCopy.manage;
const testSubscription = () => import('../test-subscription.tsx');

interface ManageSectionProps {
  readonly user: UserPlan;
  readonly email: string;
  readonly plan: Subscription;
  readonly isSelf: boolean;
  readonly payments: SiteConfig['payments'];
}

/** Manage Subscription: cancels a plan, or offers one (docs/spec.md 2.9). */
export function ManageSection(props: ManageSectionProps) {
  const { user, plan, isSelf } = props;
  const { actionFailure, done } = useStore(user.state);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="account-section" aria-labelledby="plan-manage">
      <h2 id="plan-manage" ref={heading} tabIndex={-1}>
        {texts.title}
      </h2>
      <FailureNotice failure={actionFailure} />
      <div role="status" className="plan-done">
        {done !== undefined && <p className="notice">{done}</p>}
      </div>
      {isPremium(plan) ? <ManageActive user={user} plan={plan} heading={heading} /> : <Offer {...props} />}
      {isSelf && plan.hasBilling && <Billing user={user} isPrimary={plan.paymentFailed ?? false} />}
    </section>
  );
}

function Offer({ user, email, isSelf, payments }: ManageSectionProps) {
  const [isMissing, setMissing] = useState(false);
  const fail = useCallback(() => setMissing(true), []);
  if (payments === 'off') return <p>{planCopy.paymentsOff}</p>;
  if (payments === 'stripe') return <PremiumCard other={isSelf ? undefined : email} />;
  if (isMissing) return <FailureNotice failure={{ text: subscriptionCopy.partFailed }} />;
  return (
    <OnDemand load={testSubscription} onFailure={fail}>
      {({ TestSubscription }) => <TestSubscription user={user} email={email} isSelf={isSelf} />}
    </OnDemand>
  );
}

function Billing({ user, isPrimary }: { readonly user: UserPlan; readonly isPrimary: boolean }) {
  const { action } = useStore(user.state);
  return (
    <div className="account-actions plan-billing">
      <button
        type="button"
        className={`button ${isPrimary ? 'button-primary' : ''}`}
        aria-disabled={action !== undefined}
        onClick={() => void user.openBilling()}
      >
        {action === 'billing' ? texts.busy : texts.billing}
      </button>
      <p className="soft">{texts.billingAbout}</p>
    </div>
  );
}
