import type { ReactNode } from 'react';
import { PageTitle } from '../../../components/page.tsx';
import { useTitle } from '../../../components/use-site-config.ts';
import styles from '../admin.module.css';

interface ScreenHeaderProps {
  readonly title: string;
  /** Actions at the other end of the line. */
  readonly children?: ReactNode;
}

/** Title of a screen, on the page and in the browser's tab. */
export function ScreenHeader({ title, children }: ScreenHeaderProps) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <PageTitle dir="auto">{title}</PageTitle>
      {children}
    </header>
  );
}
