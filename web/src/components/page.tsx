import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';
import styles from './page.module.css';

interface PageProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The part below the bar, which scrolls. */
export const Page = ({ className, children }: PageProps) => (
  <main id="content" className={classNames(styles.page, className)}>
    {children}
  </main>
);

interface ColumnPageProps extends PageProps {
  /** A way back above the title. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly title?: string;
  readonly isWide?: boolean;
}

/** A page of cards, one below the other. */
export function ColumnPage({ back, title, isWide = false, className, children }: ColumnPageProps) {
  return (
    <Page className={className}>
      <div className={classNames(styles.column, isWide && styles.wide)}>
        {back && (
          <Link className={styles.back} to={back.to}>
            {back.label}
          </Link>
        )}
        {title !== undefined && <PageTitle>{title}</PageTitle>}
        {children}
      </div>
    </Page>
  );
}

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
