import type { ReactNode } from 'react';
import { ColumnPage } from '../../components/column-page.tsx';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { planCopy } from '../subscription/copy.ts';

/** Layout of every state of the payment page except loading: a column, with a notice while the browser is offline. */
export const PaymentLayout = ({ children }: { readonly children: ReactNode }) => (
  <ColumnPage>
    <OfflineNotice text={planCopy.offline} />
    {children}
  </ColumnPage>
);
