import { useCallback, useRef, useState } from 'react';
import type { SiteConfig } from '#contract/config';
import type { Subscription } from '#contract/entities';
import { Button } from '../../components/button.tsx';
import { Actions, Card } from '../../components/card.tsx';
import { Note } from '../../components/note.tsx';
import { OnDemand } from '../../components/on-demand.tsx';
import { isPremium } from './api/subscription.ts';
import { planCopy, subscriptionCopy } from './copy.ts';
import { FailureNote } from './failure.tsx';
import { ManageActive } from './manage-active.tsx';
import { PremiumCard } from './premium-card.tsx';
import styles from './subscription.module.css';
import type { UserPlan } from './use-user-plan.ts';

const texts = subscriptionCopy.manage;
const testSubscription = () => import('./test-subscription.tsx');

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
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card title={texts.title} titleRef={heading}>
      <FailureNote failure={user.actionFailure} />
      <div role="status">{user.done !== undefined && <Note>{user.done}</Note>}</div>
      {isPremium(plan) ? <ManageActive user={user} plan={plan} heading={heading} /> : <Offer {...props} />}
      {isSelf && plan.hasBilling && <Billing user={user} isPrimary={plan.paymentFailed ?? false} />}
    </Card>
  );
}

function Offer({ user, email, isSelf, payments }: ManageSectionProps) {
  const [isMissing, setMissing] = useState(false);
  const fail = useCallback(() => setMissing(true), []);
  if (payments === 'off') return <p>{planCopy.paymentsOff}</p>;
  if (payments === 'stripe') return <PremiumCard other={isSelf ? undefined : email} />;
  if (isMissing) return <FailureNote failure={{ text: subscriptionCopy.partFailed }} />;
  return (
    <OnDemand load={testSubscription} onFailure={fail}>
      {({ TestSubscription }) => <TestSubscription user={user} email={email} isSelf={isSelf} />}
    </OnDemand>
  );
}

function Billing({ user, isPrimary }: { readonly user: UserPlan; readonly isPrimary: boolean }) {
  const { action } = user;
  return (
    <Actions className={styles.billing}>
      <Button
        kind={isPrimary ? 'primary' : undefined}
        aria-disabled={action !== undefined}
        onClick={() => void user.openBilling()}
      >
        {action === 'billing' ? texts.busy : texts.billing}
      </Button>
      <p className="soft">{texts.billingAbout}</p>
    </Actions>
  );
}
