import type { Subscription } from '#contract/entities';
import { formatDay, planCopy, subscriptionCopy } from '../copy.ts';
import { isPremium } from '../model/plan-state.ts';

const texts = subscriptionCopy.current;

interface CurrentPlanProps {
  readonly email: string;
  readonly plan: Subscription;
  /** True when the payment can be mended from here. */
  readonly isSelf: boolean;
}

/** Current Subscription, and what is wrong with it (docs/spec.md 2.9). */
export function CurrentPlan({ email, plan, isSelf }: CurrentPlanProps) {
  const premium = isPremium(plan);
  return (
    <>
      <dl className="account-person">
        <dt>{texts.email}</dt>
        <dd dir="auto">{email}</dd>
        <dt>{planCopy.plan}</dt>
        <dd>{plan.tier === 'paid' ? planCopy.premium : planCopy.free}</dd>
        <dt>{planCopy.status}</dt>
        <dd>
          <span className="plan-status" data-active={plan.active}>
            {plan.active ? texts.active : texts.inactive}
          </span>
        </dd>
        {plan.expiresAt !== undefined && (
          <>
            <dt>{endName(plan)}</dt>
            <dd>
              <time dateTime={new Date(plan.expiresAt * 1000).toISOString()}>
                {formatDay(plan.expiresAt)}
              </time>
            </dd>
          </>
        )}
      </dl>
      {premium && plan.cancelAtPeriodEnd && (
        <p className="notice">
          {plan.expiresAt === undefined ? texts.cancelledSoon : texts.cancelled(formatDay(plan.expiresAt))}
        </p>
      )}
      {plan.paymentFailed && (
        <p className="notice notice-warn">
          {texts.paymentFailed} {isSelf ? texts.mend : texts.mendOther}
        </p>
      )}
    </>
  );
}

function endName({ active, renews }: Subscription): string {
  if (!active) return texts.ended;
  return renews ? texts.renews : texts.expires;
}
