import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { Subscription } from '#contract/entities';
import type { SiteConfig } from '#contract/site-config';
import { ButtonLink } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card, CardActions } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { OnDemand } from '../../components/load-on-demand-or-when-idle.tsx';
import { LoadingPage } from '../../components/loading-page.tsx';
import { PageTitle } from '../../components/page.tsx';
import { getSubscription, isPremium } from '../subscription/api/subscription.ts';
import { planCopy, subscriptionCopy } from '../subscription/copy.ts';
import { FailureNote } from '../subscription/failure-note.tsx';
import { paymentCopy } from './copy.ts';
import { PaymentLayout } from './payment-layout.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

const testPayment = () => import('./test-mode-payment-form.tsx');

interface PaymentOfferProps {
  readonly email: string;
  readonly payments: SiteConfig['payments'];
}

/** Payment page before a payment. In test mode, it also shows the success. */
export function PaymentOffer({ email, payments }: PaymentOfferProps) {
  const isCancelled = useIsCancelled();
  const [paid, setPaid] = useState<Subscription>();
  // If the subscription cannot be read, the page still offers the plans. The server refuses a Stripe checkout if the
  // user has a subscription that renews, or whose first payment is pending. A new test subscription replaces the
  // earlier one.
  const { data, isPending, refetch } = useQuery({
    queryKey: ['plan', email],
    queryFn: () => getSubscription(email),
  });
  const hasPremium = data !== undefined && isPremium(data);
  if (isPending) return <LoadingPage />;
  if (paid)
    return (
      <PaymentLayout>
        <PaymentSuccess plan={paid} />
      </PaymentLayout>
    );
  return (
    <PaymentLayout>
      <PageTitle>{paymentCopy.title}</PageTitle>
      {isCancelled && !hasPremium && <Callout role="status">{paymentCopy.cancelled}</Callout>}
      {hasPremium ? (
        <AlreadyPremium />
      ) : (
        <PaymentOptions
          email={email}
          payments={payments}
          onPlanChange={() => void refetch()}
          onPaid={setPaid}
        />
      )}
    </PaymentLayout>
  );
}

interface PaymentOptionsProps extends PaymentOfferProps {
  readonly onPlanChange: () => void;
  readonly onPaid: (plan: Subscription) => void;
}

function PaymentOptions({ email, payments, onPlanChange, onPaid }: PaymentOptionsProps) {
  const [isMissing, setMissing] = useState(false);
  const fail = useCallback(() => setMissing(true), []);
  if (payments === 'off') return <PaymentsOff />;
  if (payments === 'stripe') return <SubscribeForm email={email} onPlanChange={onPlanChange} />;
  if (isMissing) return <FailureNote failure={{ text: subscriptionCopy.partFailed }} />;
  return (
    <OnDemand load={testPayment} onFailure={fail}>
      {({ TestPayment }) => <TestPayment email={email} onPaid={onPaid} />}
    </OnDemand>
  );
}

function PaymentsOff() {
  return (
    <>
      <p>{planCopy.paymentsOff}</p>
      <Link to="/chat">{paymentCopy.success.toChat}</Link>
    </>
  );
}

function AlreadyPremium() {
  const { title, text, manage } = paymentCopy.already;
  return (
    <Card title={title}>
      <p>{text}</p>
      <CardActions>
        <ButtonLink kind="primary" to="/subscription">
          {manage}
        </ButtonLink>
        <Link to="/chat">{paymentCopy.success.toChat}</Link>
      </CardActions>
    </Card>
  );
}

/** The payment provider opens this page with `?canceled=true` after the user cancelled the payment. */
function useIsCancelled(): boolean {
  const { search } = useLocation();
  return new URLSearchParams(search).get('canceled') === 'true';
}
