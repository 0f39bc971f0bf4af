import { type ReactNode, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Note } from '../../../components/note.tsx';
import styles from '../admin.module.css';
import { announce } from '../announcer.tsx';
import type { PagedRows } from '../api/paged-list.ts';
import { adminCopy } from '../copy.ts';

const LIST_ID = 'admin-list';

/** Gives the screen's list the focus of what is gone. */
export const focusList = (): void => document.getElementById(LIST_ID)?.focus();

interface PagedListSectionProps<T> {
  readonly list: PagedRows<T>;
  readonly label: string;
  /** Text in place of a list without rows. */
  readonly empty: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A list in each of its states: on its way, empty, failed, or there with the way to more of it. */
export function PagedListSection<T>({ list, label, empty, children }: PagedListSectionProps<T>) {
  const { isLoading, rows, error } = list;
  const hasFailed = error !== undefined;
  return (
    <section
      id={LIST_ID}
      className={styles.list}
      aria-label={label}
      aria-busy={isLoading && !hasFailed}
      tabIndex={-1}
    >
      {hasFailed && <Failure text={error} onRetry={() => void list.reload()} />}
      {isLoading && !hasFailed && <LoadingText />}
      {!isLoading && !hasFailed && rows.length === 0 && <p className={styles.state}>{empty}</p>}
      {rows.length > 0 && children}
      {list.hasMore && <More list={list} />}
    </section>
  );
}

function More<T>({ list }: { readonly list: PagedRows<T> }) {
  const isBusy = useRef(false);
  const load = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const { added, isEnd } = await list.loadMore();
    isBusy.current = false;
    if (added > 0) announce(adminCopy.loadedMore(added));
    // The button that had the focus is gone with the last page.
    if (isEnd) focusList();
  };
  return (
    <Button className={styles.more} aria-disabled={list.isLoadingMore} onClick={() => void load()}>
      {list.isLoadingMore ? adminCopy.loading : adminCopy.loadMore}
    </Button>
  );
}

export const LoadingText = () => (
  <p role="status" className={styles.state}>
    {adminCopy.loading}
  </p>
);

interface FailureProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** Why something could not be read, with the way to try again. */
export const Failure = ({ text, onRetry }: FailureProps) => (
  <Note kind="error">
    <p>{text}</p>
    <Button isSmall onClick={onRetry}>
      {adminCopy.retry}
    </Button>
  </Note>
);
