import type { ReactNode } from 'react';
import { OfflineNotice } from '../../subscription/components/offline-notice.tsx';

/** What every state of the payment page stands in. */
export function PaymentFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main id="content" className="page plan pay">
      <div className="account-column">
        <OfflineNotice />
        {children}
      </div>
    </main>
  );
}
