import type { ReactNode } from 'react';
import { OfflineNotice } from '../../../components/offline-notice.tsx';
import { planCopy } from '../../subscription/copy.ts';

/** Frame of every state of the payment page. */
export function PaymentFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main id="content" className="page plan pay">
      <div className="account-column">
        <OfflineNotice text={planCopy.offline} />
        {children}
      </div>
    </main>
  );
}
