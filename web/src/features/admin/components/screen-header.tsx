import type { ReactNode } from 'react';
import { PageTitle } from '../../../components/page.tsx';
import { useTitle } from '../../../components/use-title.ts';
import styles from '../admin.module.css';

interface ScreenHeaderProps {
  readonly title: string;
  /** True if only screen readers get the header. @default false */
  readonly isHidden?: boolean;
  /** Actions, shown at the end of the header. */
  readonly children?: ReactNode;
}

/** Header with the screen's title, which also becomes the title of the browser tab. */
export function ScreenHeader({ title, isHidden = false, children }: ScreenHeaderProps) {
  useTitle(title);
  return (
    <header className={isHidden ? 'visually-hidden' : styles.head}>
      <PageTitle dir="auto">{title}</PageTitle>
      {children}
    </header>
  );
}
