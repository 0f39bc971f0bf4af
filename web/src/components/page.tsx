import type { ComponentProps, ReactNode } from 'react';
import { commonCopy } from '../lib/copy.ts';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

export interface PageProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The part below the bar, which scrolls. */
export const Page = ({ className, children }: PageProps) => (
  <main id="content" className={classNames(styles.page, className)}>
    {children}
  </main>
);

/** A page of a few lines in the middle. */
export const CentredPage = ({ children }: Pick<PageProps, 'children'>) => (
  <main id="content" className="centred">
    {children}
  </main>
);

/** With a tab index of -1 it takes the focus of what is gone. */
export const PageTitle = ({ children, ...rest }: ComponentProps<'h1'>) => (
  <h1 {...rest} className={styles.title}>
    {children}
  </h1>
);

/** The page's loading state; index.html draws the same one before any script has run. */
export function Loading({ label = commonCopy.loading }: { readonly label?: string }) {
  return (
    <CentredPage>
      <div className="spinner" role="status" aria-label={label} />
    </CentredPage>
  );
}
