import { commonCopy } from '../lib/copy.ts';
import { CentredPage } from './page.tsx';

/** The page's loading state; index.html draws the same one before any script has run. */
export function Loading({ label = commonCopy.loading }: { readonly label?: string }) {
  return (
    <CentredPage>
      <div className="spinner" role="status" aria-label={label} />
    </CentredPage>
  );
}
