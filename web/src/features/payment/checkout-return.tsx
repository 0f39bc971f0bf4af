import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card, CardActions, CardFacts } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { LoadingPage } from '../../components/loading-page.tsx';
import { PageTitle } from '../../components/page.tsx';
import { useHasSupport } from '../../components/use-site-config.ts';
import { useStore } from '../../lib/observable-store.ts';
import { getSubscription } from '../subscription/api/subscription.ts';
import { planCopy } from '../subscription/copy.ts';
import { paymentCopy } from './copy.ts';
import { PaymentLayout } from './payment-layout.tsx';
import { PaymentPoll } from './payment-poll.ts';
import { PaymentSuccess } from './payment-success.tsx';

const texts = paymentCopy;

/** Payment page after Stripe Checkout. Polls until the payment is confirmed, for about two minutes at most. */
export function CheckoutReturn({ email }: { readonly email: string }) {
  const [poll] = useState(() => new PaymentPoll(() => getSubscription(email)));
  const state = useStore(poll.state);
  const [hasRetried, setRetried] = useState(false);
  useEffect(() => {
    void poll.start();
    document.addEventListener('visibilitychange', poll.resume);
    window.addEventListener('online', poll.resume);
    return () => {
      poll.stop();
      document.removeEventListener('visibilitychange', poll.resume);
      window.removeEventListener('online', poll.resume);
    };
  }, [poll]);
  const retry = () => {
    setRetried(true);
    void poll.start();
  };
  if (state.kind === 'loading') return <LoadingPage />;
  return (
    <PaymentLayout>
      {state.kind === 'paid' ? (
        <PaymentSuccess plan={state.plan} />
      ) : (
        <>
          <PageTitle ref={hasRetried ? focusIfLost : undefined} tabIndex={-1}>
            {titleOf[state.kind]}
          </PageTitle>
          <Unpaid kind={state.kind} onRetry={retry} />
        </>
      )}
    </PaymentLayout>
  );
}

/** Focuses the outcome's title if the focus was lost with the pressed button. A screen reader then reads the title. */
function focusIfLost(title: HTMLElement | null): void {
  if (document.activeElement === document.body) title?.focus();
}

const titleOf = {
  nothing: texts.nothing.title,
  failed: texts.title,
  processing: texts.processing.title,
  slow: texts.processing.title,
} as const;

interface UnpaidProps {
  readonly kind: keyof typeof titleOf;
  readonly onRetry: () => void;
}

function Unpaid({ kind, onRetry }: UnpaidProps) {
  if (kind === 'nothing')
    return (
      <>
        <p>{texts.nothing.text}</p>
        <CardActions>
          <ButtonLink kind="primary" to="/payment-page">
            {texts.nothing.plans}
          </ButtonLink>
          <Link to="/chat">{texts.success.toChat}</Link>
        </CardActions>
      </>
    );
  if (kind === 'failed')
    return (
      <>
        <Callout kind="error">{texts.statusFailed}</Callout>
        <NextSteps onRetry={onRetry} retry={planCopy.retry} />
      </>
    );
  return (
    <>
      <Card label={texts.processing.title}>
        <CardFacts facts={[[planCopy.status, texts.success.processing]]} />
        <p role="status">{kind === 'slow' ? texts.processing.slow : texts.processing.text}</p>
      </Card>
      <NextSteps onRetry={onRetry} retry={kind === 'slow' ? texts.processing.again : undefined} />
    </>
  );
}

interface NextStepsProps {
  readonly retry: string | undefined;
  readonly onRetry: () => void;
}

function NextSteps({ retry, onRetry }: NextStepsProps) {
  const hasSupport = useHasSupport();
  return (
    <CardActions>
      {retry !== undefined && (
        <Button kind="primary" onClick={onRetry}>
          {retry}
        </Button>
      )}
      <ButtonLink to="/chat">{texts.success.toChat}</ButtonLink>
      {retry !== undefined && hasSupport && <Link to="/support">{texts.support}</Link>}
    </CardActions>
  );
}
