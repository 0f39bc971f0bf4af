import { useEffect, useState } from 'react';
import { useHasSupport } from '../../../components/has-support.ts';
import { Link } from '../../../components/link.tsx';
import { Loading } from '../../../components/loading.tsx';
import { useStore } from '../../../lib/store.ts';
import { getSubscription } from '../../subscription/api/subscription.ts';
import { planCopy } from '../../subscription/copy.ts';
import { paymentCopy } from '../copy.ts';
import { Confirmation } from '../model/confirmation.ts';
import { PaymentFrame } from './payment-frame.tsx';
import { Success } from './success.tsx';

const texts = paymentCopy;

/** Back from the payment provider, as far as the address says; what came of it, the server does. */
export function Returned({ email }: { readonly email: string }) {
  const [confirmation] = useState(() => new Confirmation(() => getSubscription(email)));
  const state = useStore(confirmation.state);
  useEffect(() => {
    void confirmation.start();
    document.addEventListener('visibilitychange', confirmation.resume);
    window.addEventListener('online', confirmation.resume);
    return () => {
      confirmation.stop();
      document.removeEventListener('visibilitychange', confirmation.resume);
      window.removeEventListener('online', confirmation.resume);
    };
  }, [confirmation]);
  if (state.kind === 'loading') return <Loading />;
  return (
    <PaymentFrame>
      {state.kind === 'paid' ? (
        <Success plan={state.plan} />
      ) : (
        <Unpaid kind={state.kind} onRetry={() => void confirmation.start()} />
      )}
    </PaymentFrame>
  );
}

interface UnpaidProps {
  readonly kind: 'nothing' | 'processing' | 'slow' | 'failed';
  readonly onRetry: () => void;
}

function Unpaid({ kind, onRetry }: UnpaidProps) {
  if (kind === 'nothing')
    return (
      <>
        <h1 className="page-title">{texts.nothing.title}</h1>
        <p>{texts.nothing.text}</p>
        <div className="account-actions">
          <Link className="button button-primary" to="/payment-page">
            {texts.nothing.plans}
          </Link>
          <Link to="/chat">{texts.success.toChat}</Link>
        </div>
      </>
    );
  if (kind === 'failed')
    return (
      <>
        <h1 className="page-title">{texts.title}</h1>
        <div role="alert" className="notice notice-error">
          <p>{texts.statusFailed}</p>
        </div>
        <Ways onRetry={onRetry} retry={planCopy.retry} />
      </>
    );
  return (
    <>
      <h1 className="page-title">{texts.processing.title}</h1>
      <section className="account-section" aria-label={texts.processing.title}>
        <dl className="account-person">
          <dt>{planCopy.status}</dt>
          <dd>{texts.success.processing}</dd>
        </dl>
        <p role="status">{kind === 'slow' ? texts.processing.slow : texts.processing.text}</p>
      </section>
      <Ways onRetry={onRetry} retry={kind === 'slow' ? texts.processing.again : undefined} />
    </>
  );
}

interface WaysProps {
  readonly retry: string | undefined;
  readonly onRetry: () => void;
}

function Ways({ retry, onRetry }: WaysProps) {
  const hasSupport = useHasSupport();
  return (
    <div className="account-actions">
      {retry !== undefined && (
        <button type="button" className="button button-primary" onClick={onRetry}>
          {retry}
        </button>
      )}
      <Link className="button" to="/chat">
        {texts.success.toChat}
      </Link>
      {retry !== undefined && hasSupport && <Link to="/support">{texts.support}</Link>}
    </div>
  );
}
