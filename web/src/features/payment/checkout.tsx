import { useState } from 'react';
import type { PlanType } from '#contract/entities';
import { AppError, ERRORS } from '#contract/errors';
import { PLANS } from '#contract/limits';
import { Button } from '../../components/button.tsx';
import { Actions } from '../../components/card.tsx';
import { leaveForCheckout } from '../subscription/api/subscription.ts';
import { type Failure, FailureNote } from '../subscription/failure-note.tsx';
import { useRefreshOnReturn } from '../subscription/use-refresh-on-return.ts';
import { paymentCopy } from './copy.ts';
import { GoBack, PlanChoice } from './plan-choice.tsx';

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
  useRefreshOnReturn(() => {
    setBusy(false);
    onDoubt();
  });
  const pay = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await leaveForCheckout(email, plan);
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
      <FailureNote failure={failure} />
      <Actions>
        <Button kind="primary" aria-disabled={isBusy} onClick={() => void pay()}>
          {isBusy ? paymentCopy.busy : paymentCopy.subscribe(PLANS[plan].price)}
        </Button>
        <GoBack />
      </Actions>
    </>
  );
}

/** Words for a failed payment: the server's, or that it failed (docs/spec.md 8.1). "Something went wrong" says less. */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== ERRORS.internal.message ? words : paymentCopy.failed };
}
