import { useLocation } from 'react-router';
import { LoadingPage } from '../../components/loading-page.tsx';
import { QueryProvider } from '../../components/query-provider.tsx';
import { usePayments } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import { CheckoutReturn } from './checkout-return.tsx';
import { paymentCopy } from './copy.ts';
import { PaymentOffer } from './payment-offer.tsx';

/** Payment page, before and after the payment (docs/spec.md 2.10). */
export default function PaymentPage({ viewer: { email } }: { readonly viewer: Viewer }) {
  useTitle(paymentCopy.title);
  const payments = usePayments();
  const { search } = useLocation();
  if (payments === undefined) return <LoadingPage />;
  if (payments !== 'test' && isReturn(search)) return <CheckoutReturn email={email} />;
  return (
    <QueryProvider>
      <PaymentOffer email={email} payments={payments} />
    </QueryProvider>
  );
}

/** True when the address claims to be a return from Stripe's hosted checkout (docs/spec.md 4.13). */
function isReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('success') === 'true' && Boolean(query.get('session_id'));
}
