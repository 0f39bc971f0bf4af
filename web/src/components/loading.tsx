import { commonCopy } from '../lib/copy.ts';

/** The page's loading state; index.html draws the same one before any script has run. */
export function Loading({ label = commonCopy.loading }: { readonly label?: string }) {
  return (
    <main id="content" className="centred">
      <div className="spinner" role="status" aria-label={label} />
    </main>
  );
}
