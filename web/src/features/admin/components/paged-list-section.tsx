import { type ReactNode, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import styles from '../admin.module.css';
import type { PagedRows } from '../api/paged-list.ts';
import { adminCopy } from '../copy.ts';
import { announce } from './console-screen-reader-announcer.tsx';
import { FailureWithRetry, LoadingText } from './loading-and-failure.tsx';

const LIST_ID = 'admin-list';

/** Moves the focus to the list, for an action that may remove the focused element. */
export const focusList = (): void => document.getElementById(LIST_ID)?.focus();

/**
 * Moves the focus to the list if the focus is in `from`, or was lost because the focused element was removed. Does
 * nothing if the user has moved the focus elsewhere.
 */
export function focusListFrom(from: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || from?.contains(activeElement)) focusList();
}

interface PagedListSectionProps<T> {
  readonly list: PagedRows<T>;
  readonly label: string;
  /** Text shown if the list has no rows. */
  readonly empty: string;
  readonly children: ReactNode;
}

/** Shows the rows of a list, or that it is loading, empty or could not be read. */
export function PagedListSection<T>({ list, label, empty, children }: PagedListSectionProps<T>) {
  const { isLoading, rows, error } = list;
  const hasFailed = error !== undefined;
  const retry = () => {
    // Moves the focus, because the read removes the pressed button.
    focusList();
    void list.reload();
  };
  return (
    <section
      id={LIST_ID}
      className={styles.list}
      aria-label={label}
      aria-busy={isLoading && !hasFailed}
      tabIndex={-1}
    >
      {hasFailed && <FailureWithRetry text={error} onRetry={retry} />}
      {isLoading && !hasFailed && <LoadingText />}
      {!isLoading && !hasFailed && rows.length === 0 && <p className={styles.state}>{empty}</p>}
      {rows.length > 0 && children}
      {list.hasMore && <More list={list} />}
    </section>
  );
}

function More<T>({ list }: { readonly list: PagedRows<T> }) {
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = useRef(false);
  const load = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const { added, isEnd } = await list.loadMore();
    isBusy.current = false;
    if (added > 0) announce(adminCopy.loadedMore(added));
    // After the last page, React removes the button with its focus.
    if (isEnd) focusListFrom(button.current);
  };
  return (
    <Button
      ref={button}
      className={styles.more}
      aria-disabled={list.isLoadingMore}
      onClick={() => void load()}
    >
      {list.isLoadingMore ? adminCopy.loading : adminCopy.loadMore}
    </Button>
  );
}
