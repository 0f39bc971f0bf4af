import type { ReactNode } from 'react';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { ColumnPage } from '../../components/page.tsx';
import { planCopy } from '../subscription/copy.ts';

/** Frame of every state of the payment page. */
export const PaymentFrame = ({ children }: { readonly children: ReactNode }) => (
  <ColumnPage>
    <OfflineNotice text={planCopy.offline} />
    {children}
  </ColumnPage>
);
