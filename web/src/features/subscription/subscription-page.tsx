import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card } from '../../components/card.tsx';
import { ColumnPage } from '../../components/column-page.tsx';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { QueryProvider } from '../../components/query-provider.tsx';
import { useRefreshWhenStale } from '../../components/use-refresh-when-stale.ts';
import { usePayments } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import { isSameEmail } from '../../lib/is-same-email.ts';
import { useStore } from '../../lib/observable-store.ts';
import { session } from '../../lib/session/session-state.ts';
import { isPremium } from './api/subscription.ts';
import { ManageSection } from './change-plan-section.tsx';
import { subscriptionCopy as copy, planCopy } from './copy.ts';
import { CurrentPlan } from './current-plan.tsx';
import { FailureNote } from './failure-note.tsx';
import { PlanLookupForm } from './plan-lookup-form.tsx';
import { ModelList } from './usable-and-locked-models.tsx';
import { type UserPlan, useUserPlan } from './use-load-and-change-plan.ts';

/** Subscription page (docs/spec.md 2.9), also for visitors. The server decides whose plan a user may read. */
export default function SubscriptionPage() {
  useTitle(copy.title);
  const state = useStore(session);
  const own = state.status === 'authenticated' ? state.viewer.email : undefined;
  const back = own === undefined ? { to: '/', label: copy.home } : { to: '/chat', label: copy.back };
  return (
    <ColumnPage back={back} title={copy.title}>
      <OfflineNotice text={planCopy.offline} />
      <QueryProvider>
        <Plan own={own} />
      </QueryProvider>
    </ColumnPage>
  );
}

interface PlanProps {
  readonly own: string | undefined;
}

function Plan({ own }: PlanProps) {
  const user = useUserPlan(own);
  const [isSignInNeeded, setSignInNeeded] = useState(false);
  const { plan, isLoading, failure } = user;
  useRefreshWhenStale(user.refreshOnReturn);
  const load = (wanted: string) => {
    if (own === undefined) setSignInNeeded(true);
    else void user.load(wanted);
  };
  return (
    <>
      <PlanLookupForm key={own ?? ''} initial={own ?? ''} isBusy={isLoading} onLoad={load} />
      {isSignInNeeded && own === undefined && (
        <Callout role="alert">
          <p>{copy.signInFirst}</p>
          <ButtonLink to="/login">{copy.signIn}</ButtonLink>
        </Callout>
      )}
      <FailureNote failure={failure} />
      <p role="status" className="soft">
        {isLoading && !plan && planCopy.loading}
      </p>
      <Sections user={user} own={own} />
    </>
  );
}

function Sections({ user, own }: PlanProps & { readonly user: UserPlan }) {
  const payments = usePayments();
  const { email, plan, models } = user;
  if (email === undefined || !plan || !models) return null;
  const isSelf = own !== undefined && isSameEmail(email, own);
  return (
    <>
      <Card title={copy.current.title}>
        <CurrentPlan email={email} plan={plan} isSelf={isSelf} />
      </Card>
      <Card title={copy.models.title}>
        <ModelList available={models} canUpgrade={!isPremium(plan) && payments !== 'off'} />
      </Card>
      {payments !== undefined && <ManageSection key={email} {...{ user, email, plan, isSelf, payments }} />}
    </>
  );
}
