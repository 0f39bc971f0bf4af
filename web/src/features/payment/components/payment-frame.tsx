import type { ReactNode } from 'react';
import { OfflineNotice } from '../../../components/offline-notice.tsx';
import { planWords } from '../../../lib/subscription-texts.ts';

/** Frame of every state of the payment page. */
export function PaymentFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main id="content" className="page plan pay">
      <div className="account-column">
        <OfflineNotice text={planWords.offline} />
        {children}
      </div>
    </main>
  );
}
