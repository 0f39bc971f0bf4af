import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Subscription } from '#contract/entities';
import { formatDay, planCopy } from '../../subscription/copy.ts';
import { isPremium } from '../../subscription/model/plan-state.ts';
import { paymentCopy } from '../copy.ts';

const texts = paymentCopy.success;

/** Success screen: shows what the server says of the plan (docs/spec.md 2.10). */
export function Success({ plan }: { readonly plan: Subscription }) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone; and whoever listens hears that it is done.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} className="page-title" tabIndex={-1}>
        {texts.title}
      </h1>
      <p>{texts.thanks}</p>
      <section className="account-section" aria-label={texts.title}>
        <PlanFacts plan={plan} />
      </section>
      <div>
        <button type="button" className="button button-primary" onClick={() => void navigate('/chat')}>
          {texts.toChat}
        </button>
      </div>
    </>
  );
}

function PlanFacts({ plan }: { readonly plan: Subscription }) {
  const { expiresAt, renews } = plan;
  const end = expiresAt !== undefined && (
    <time dateTime={new Date(expiresAt * 1000).toISOString()}>{formatDay(expiresAt)}</time>
  );
  return (
    <dl className="account-person">
      <dt>{planCopy.plan}</dt>
      <dd>{plan.tier === 'paid' ? planCopy.premium : planCopy.free}</dd>
      <dt>{planCopy.status}</dt>
      <dd>{isPremium(plan) ? texts.active : texts.processing}</dd>
      {end && !renews && (
        <>
          <dt>{texts.expires}</dt>
          <dd>{end}</dd>
        </>
      )}
      {end && (
        <>
          <dt>{texts.nextBilling}</dt>
          <dd>{renews ? end : plan.cancelAtPeriodEnd ? texts.cancelled : texts.isTest}</dd>
        </>
      )}
    </dl>
  );
}
