import { classNames } from './class-names.ts';
import styles from './column-page.module.css';
import { Link } from './link.tsx';
import { Page, type PageProps, PageTitle } from './page.tsx';

interface ColumnPageProps extends PageProps {
  readonly back?: { readonly to: string; readonly label: string };
  readonly title?: string;
  readonly isWide?: boolean;
}

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
