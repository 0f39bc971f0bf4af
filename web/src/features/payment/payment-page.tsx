import { useLocation } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { useTitle } from '../../components/use-title.ts';
import type { Viewer } from '../../lib/session/state.ts';
import { usePayments } from '../subscription/components/use-payments.ts';
import { Returned } from './components/returned.tsx';
import { Shop } from './components/shop.tsx';
import { paymentCopy } from './copy.ts';
import '../../components/modal.css';
import '../account/account.css';
import '../subscription/plan.css';
import './payment.css';

/** Payment page, before and after the payment (docs/spec.md 2.10). */
export default function PaymentPage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(paymentCopy.title);
  const payments = usePayments();
  const { search } = useLocation();
  if (payments === undefined) return <Loading />;
  return payments !== 'test' && isReturn(search) ? (
    <Returned email={viewer.email} />
  ) : (
    <Shop email={viewer.email} payments={payments} />
  );
}

/** True when the address claims a return from the hosted checkout (docs/spec.md 4.13). */
function isReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('success') === 'true' && Boolean(query.get('session_id'));
}
