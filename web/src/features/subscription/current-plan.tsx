import type { Subscription } from '#contract/entities';
import { Badge } from '../../components/badge.tsx';
import { Callout } from '../../components/callout.tsx';
import { CardFacts } from '../../components/card.tsx';
import { isPremium } from './api/subscription.ts';
import { planCopy, subscriptionCopy } from './copy.ts';
import { formatPlanDate, PlanDate } from './plan-date.tsx';

const texts = subscriptionCopy.current;

interface CurrentPlanProps {
  readonly email: string;
  readonly plan: Subscription;
  readonly isSelf: boolean;
}

/** Facts about a subscription, with notes about a cancellation and a failed payment (docs/spec.md 2.9). */
export function CurrentPlan({ email, plan, isSelf }: CurrentPlanProps) {
  const { tier, active, expiresAt, cancelAtPeriodEnd, paymentFailed } = plan;
  const status = <Badge tone={active ? 'good' : undefined}>{active ? texts.active : texts.inactive}</Badge>;
  return (
    <>
      <CardFacts
        facts={[
          [texts.email, email],
          [planCopy.plan, tier === 'paid' ? planCopy.premium : planCopy.free],
          [planCopy.status, status],
          [endName(plan), expiresAt !== undefined && <PlanDate at={expiresAt} />],
        ]}
      />
      {isPremium(plan) && cancelAtPeriodEnd && (
        <Callout>
          {expiresAt === undefined ? texts.cancelledSoon : texts.cancelled(formatPlanDate(expiresAt))}
        </Callout>
      )}
      {paymentFailed && (
        <Callout kind="warn">
          {texts.paymentFailed} {isSelf ? texts.mend : texts.mendOther}
        </Callout>
      )}
    </>
  );
}

function endName({ active, renews }: Subscription): string {
  if (!active) return texts.ended;
  return renews ? texts.renews : texts.expires;
}
