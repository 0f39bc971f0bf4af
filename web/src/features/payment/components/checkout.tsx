import { useCallback, useState } from 'react';
import type { PlanType } from '#contract/entities';
import { AppError } from '#contract/errors';
import { PLANS } from '#contract/limits';
import { createCheckout } from '../../subscription/api/subscription.ts';
import { FailureNotice } from '../../subscription/components/failure-notice.tsx';
import { useReturn } from '../../subscription/components/use-return.ts';
import type { Failure } from '../../subscription/model/failure.ts';
import { leaveFor } from '../../subscription/model/leave-for.ts';
import { paymentCopy } from '../copy.ts';
import { paymentFailure } from '../model/payment-failure.ts';
import { GoBack } from './go-back.tsx';
import { PlanChoice } from './plan-choice.tsx';

interface CheckoutProps {
  readonly email: string;
  /** The plan may be another than this page believed. */
  readonly onDoubt: () => void;
}

/** The choice of a plan, which is paid for on the payment provider's page. */
export function Checkout({ email, onDoubt }: CheckoutProps) {
  const [plan, setPlan] = useState<PlanType>('monthly');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // Back from the provider's page the browser may show this one as it was left.
  useReturn(
    useCallback(() => {
      setBusy(false);
      onDoubt();
    }, [onDoubt]),
  );
  const pay = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      leaveFor(await createCheckout(email, plan));
    } catch (error) {
      setBusy(false);
      setFailure(paymentFailure(error));
      if (error instanceof AppError && error.code === 'already_subscribed') onDoubt();
    }
  };
  return (
    <>
      <PlanChoice chosen={plan} isBusy={isBusy} onChoose={setPlan} />
      <p className="soft">{paymentCopy.checkout}</p>
      <FailureNotice failure={failure} />
      <div className="account-actions">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={() => void pay()}
        >
          {isBusy ? paymentCopy.busy : paymentCopy.subscribe(PLANS[plan].price)}
        </button>
        <GoBack />
      </div>
    </>
  );
}
