import { useRef, useState } from 'react';
import type { PlanType } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { PLANS } from '#contract/plans';
import { Button } from '../../components/button.tsx';
import { CardActions } from '../../components/card.tsx';
import { useIsOnPage } from '../../components/use-is-still-on-page.ts';
import { useRefreshWhenStale } from '../../components/use-refresh-when-stale.ts';
import { openCheckout } from '../subscription/api/subscription.ts';
import { type Failure, FailureNote } from '../subscription/failure-note.tsx';
import { BackLink } from './back-link.tsx';
import { paymentCopy } from './copy.ts';
import { paymentFailure } from './payment-failure-text.ts';
import { PlanChoice } from './plan-choice.tsx';

interface SubscribeFormProps {
  readonly email: string;
  readonly onPlanChange: () => void;
}

export function SubscribeForm({ email, onPlanChange }: SubscribeFormProps) {
  const [plan, setPlan] = useState<PlanType>('monthly');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // When the user returns from the payment provider, the browser may restore the page with the form still busy. The
  // callback of `useRefreshWhenStale` then enables the form. While a request runs, the callback keeps the form busy,
  // because a second press would send a second request.
  const isRequesting = useRef(false);
  const isOnPage = useIsOnPage();
  useRefreshWhenStale(() => {
    setBusy(isRequesting.current);
    onPlanChange();
  });
  const pay = async () => {
    if (isBusy) return;
    setBusy(true);
    isRequesting.current = true;
    setFailure(undefined);
    try {
      await openCheckout(email, plan, isOnPage);
    } catch (error) {
      setBusy(false);
      setFailure(paymentFailure(error));
      if (error instanceof AppError && error.code === 'already_subscribed') onPlanChange();
    } finally {
      isRequesting.current = false;
    }
  };
  return (
    <>
      <PlanChoice chosen={plan} isBusy={isBusy} onChoose={setPlan} />
      <p className="soft">{paymentCopy.checkout}</p>
      <FailureNote failure={failure} />
      <CardActions>
        <Button kind="primary" aria-disabled={isBusy} onClick={() => void pay()}>
          {isBusy ? paymentCopy.busy : paymentCopy.subscribe(PLANS[plan].price)}
        </Button>
        <BackLink />
      </CardActions>
    </>
  );
}
