import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { SiteConfig } from '#contract/config';
import type { Subscription } from '#contract/entities';
import { Link } from '../../../components/link.tsx';
import { Loading } from '../../../components/loading.tsx';
import { OnDemand } from '../../../components/on-demand.tsx';
import { getSubscription } from '../../subscription/api/subscription.ts';
import { FailureNotice } from '../../subscription/components/failure-notice.tsx';
import { planCopy, subscriptionCopy } from '../../subscription/copy.ts';
import { isPremium } from '../../subscription/model/plan-state.ts';
import { paymentCopy } from '../copy.ts';
import { Checkout } from './checkout.tsx';
import { PaymentFrame } from './payment-frame.tsx';
import { Success } from './success.tsx';

const testPayment = () => import('../test-payment.tsx');

interface ShopProps {
  readonly email: string;
  readonly payments: SiteConfig['payments'];
}

/** Where a plan is chosen; whoever has one is told so. */
export function Shop({ email, payments }: ShopProps) {
  const isCancelled = useIsCancelled();
  const [paid, setPaid] = useState<Subscription>();
  const { isKnown, hasPremium, look } = useOwnPlan(email);
  if (!isKnown) return <Loading />;
  if (paid)
    return (
      <PaymentFrame>
        <Success plan={paid} />
      </PaymentFrame>
    );
  return (
    <PaymentFrame>
      <h1 className="page-title">{paymentCopy.title}</h1>
      {isCancelled && !hasPremium && (
        <p role="status" className="notice">
          {paymentCopy.cancelled}
        </p>
      )}
      {hasPremium ? <Already /> : <Ways {...{ email, payments, look }} onPaid={setPaid} />}
    </PaymentFrame>
  );
}

interface WaysProps extends ShopProps {
  readonly look: () => void;
  readonly onPaid: (plan: Subscription) => void;
}

function Ways({ email, payments, look, onPaid }: WaysProps) {
  const [isMissing, setMissing] = useState(false);
  const fail = useCallback(() => setMissing(true), []);
  if (payments === 'off') return <p>{planCopy.paymentsOff}</p>;
  if (payments === 'stripe') return <Checkout email={email} onDoubt={look} />;
  if (isMissing) return <FailureNotice failure={{ text: subscriptionCopy.partFailed }} />;
  return (
    <OnDemand load={testPayment} onFailure={fail}>
      {({ TestPayment }) => <TestPayment email={email} onPaid={onPaid} />}
    </OnDemand>
  );
}

function Already() {
  const { title, text, manage } = paymentCopy.already;
  return (
    <section className="account-section" aria-labelledby="pay-already">
      <h2 id="pay-already">{title}</h2>
      <p>{text}</p>
      <div className="account-actions">
        <Link className="button button-primary" to="/subscription">
          {manage}
        </Link>
        <Link to="/chat">{paymentCopy.success.toChat}</Link>
      </div>
    </section>
  );
}

/** Reads if the viewer has Premium already. Where that cannot be read the page is shown: the server refuses a second. */
function useOwnPlan(email: string) {
  const [isKnown, setKnown] = useState(false);
  const [hasPremium, setPremium] = useState(false);
  const look = useCallback(() => {
    getSubscription(email)
      .then((plan) => setPremium(isPremium(plan)))
      .catch(() => undefined)
      .finally(() => setKnown(true));
  }, [email]);
  useEffect(look, [look]);
  return { isKnown, hasPremium, look };
}

/** The payment provider's way back of somebody who did not pay. */
function useIsCancelled(): boolean {
  const { search } = useLocation();
  return new URLSearchParams(search).get('canceled') === 'true';
}
