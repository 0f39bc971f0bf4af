import { useStore } from '../../../lib/store.ts';
import { subscriptionCopy } from '../copy.ts';
import { isPremium, isSameEmail } from '../model/plan-state.ts';
import type { UserPlan } from '../model/user-plan.ts';
import { CurrentPlan } from './current-plan.tsx';
import { ManageSection } from './manage-section.tsx';
import { ModelList } from './model-list.tsx';
import { usePayments } from './use-payments.ts';

interface PlanSectionsProps {
  readonly user: UserPlan;
  readonly email: string;
  /** The viewer's own address. */
  readonly own: string | undefined;
}

/** Sections about one user's plan, once it is known. */
export function PlanSections({ user, email, own }: PlanSectionsProps) {
  const { plan, models } = useStore(user.state);
  const payments = usePayments();
  if (!plan || !models) return null;
  const isSelf = own !== undefined && isSameEmail(email, own);
  return (
    <>
      <section className="account-section" aria-labelledby="plan-current">
        <h2 id="plan-current">{subscriptionCopy.current.title}</h2>
        <CurrentPlan email={email} plan={plan} isSelf={isSelf} />
      </section>
      <section className="account-section" aria-labelledby="plan-models">
        <h2 id="plan-models">{subscriptionCopy.models.title}</h2>
        <ModelList available={models} isPremium={isPremium(plan)} />
      </section>
      {payments !== undefined && (
        <ManageSection
          key={email}
          user={user}
          email={email}
          plan={plan}
          isSelf={isSelf}
          payments={payments}
        />
      )}
    </>
  );
}
