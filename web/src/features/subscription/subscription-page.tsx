import { useCallback, useEffect, useState } from 'react';
import { Link } from '../../components/link.tsx';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { useTitle } from '../../components/use-title.ts';
import { session } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import { FailureNotice } from './components/failure-notice.tsx';
import { LoadForm } from './components/load-form.tsx';
import { PlanSections } from './components/plan-sections.tsx';
import { useReturn } from './components/use-return.ts';
import { subscriptionCopy as copy, planCopy } from './copy.ts';
import { UserPlan } from './model/user-plan.ts';
import '../account/account.css';
import './plan.css';

/** Subscription management (docs/spec.md 2.9). Any viewer may open it; the server decides what they see. */
export default function SubscriptionPage() {
  useTitle(copy.title);
  const state = useStore(session);
  const own = state.status === 'authenticated' ? state.viewer.email : undefined;
  const [user] = useState(() => new UserPlan());
  const [isStranger, setStranger] = useState(false);
  const { email, plan, isLoading, failure } = useStore(user.state);
  useEffect(() => {
    if (own !== undefined) void user.load(own);
  }, [user, own]);
  useReturn(useCallback(() => void user.comeBack(), [user]));
  const load = (wanted: string) => {
    if (own === undefined) setStranger(true);
    else void user.load(wanted);
  };
  return (
    <main id="content" className="page plan">
      <div className="account-column">
        <Link className="account-back" to={own === undefined ? '/' : '/chat'}>
          {own === undefined ? copy.home : copy.back}
        </Link>
        <h1 className="page-title">{copy.title}</h1>
        <OfflineNotice text={planCopy.offline} />
        <LoadForm key={own ?? ''} initial={own ?? ''} isBusy={isLoading} onLoad={load} />
        {isStranger && own === undefined && (
          <div role="alert" className="notice">
            <p>{copy.signInFirst}</p>
            <Link className="button" to="/login">
              {copy.signIn}
            </Link>
          </div>
        )}
        <FailureNotice failure={failure} />
        <p role="status" className="soft plan-loading">
          {isLoading && !plan && planCopy.loading}
        </p>
        {email !== undefined && <PlanSections user={user} email={email} own={own} />}
      </div>
    </main>
  );
}
