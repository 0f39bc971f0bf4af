import { commonCopy } from '../lib/common-and-sign-in-copy.ts';
import { CentredPage } from './page.tsx';

/** Page with a spinner. index.html has the same spinner until a script runs. */
export function LoadingPage({ label = commonCopy.loading }: { readonly label?: string }) {
  return (
    <CentredPage>
      <div className="spinner" role="status" aria-label={label} />
    </CentredPage>
  );
}
