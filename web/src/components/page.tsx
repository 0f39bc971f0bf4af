import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useTitleFocus } from './focus-title.ts';
import styles from './page.module.css';

export interface PageProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Page = ({ className, children }: PageProps) => (
  <main id="content" className={classNames(styles.page, className)}>
    {children}
  </main>
);

export const CentredPage = ({ children }: Pick<PageProps, 'children'>) => (
  <main id="content" className="centred">
    {children}
  </main>
);

/** With `tabIndex={-1}`, a caller can focus the title when the focused control has disappeared. */
export function PageTitle({ children, ...rest }: ComponentProps<'h1'>) {
  useTitleFocus();
  return (
    <h1 {...rest} className={styles.title}>
      {children}
    </h1>
  );
}
