import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Subscription } from '#contract/entities';
import { Button } from '../../components/button.tsx';
import { Card, CardFacts } from '../../components/card.tsx';
import { PageTitle } from '../../components/page.tsx';
import { isPremium } from '../subscription/api/subscription.ts';
import { planCopy } from '../subscription/copy.ts';
import { PlanDate } from '../subscription/plan-date.tsx';
import { paymentCopy } from './copy.ts';

const texts = paymentCopy.success;

export function PaymentSuccess({ plan }: { readonly plan: Subscription }) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  // The element that had the focus is gone. A screen reader reads the focused heading.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <PageTitle ref={heading} tabIndex={-1}>
        {texts.title}
      </PageTitle>
      <p>{texts.thanks}</p>
      <Card label={texts.title}>
        <PlanFacts plan={plan} />
      </Card>
      <div>
        <Button kind="primary" onClick={() => void navigate('/chat')}>
          {texts.toChat}
        </Button>
      </div>
    </>
  );
}

function PlanFacts({ plan }: { readonly plan: Subscription }) {
  const { tier, expiresAt, renews, cancelAtPeriodEnd } = plan;
  const end = expiresAt !== undefined && <PlanDate at={expiresAt} />;
  const noNext = cancelAtPeriodEnd ? texts.cancelled : texts.isTest;
  return (
    <CardFacts
      facts={[
        [planCopy.plan, tier === 'paid' ? planCopy.premium : planCopy.free],
        [planCopy.status, isPremium(plan) ? texts.active : texts.processing],
        [texts.expires, !renews && end],
        [texts.nextBilling, end && (renews ? end : noNext)],
      ]}
    />
  );
}
