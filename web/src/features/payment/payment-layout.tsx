import type { ReactNode } from 'react';
import { ColumnPage } from '../../components/column-page.tsx';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { planCopy } from '../subscription/copy.ts';

export const PaymentLayout = ({ children }: { readonly children: ReactNode }) => (
  <ColumnPage>
    <OfflineNotice text={planCopy.offline} />
    {children}
  </ColumnPage>
);
