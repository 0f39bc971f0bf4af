import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from '../../../lib/store.ts';
import { adminCopy } from '../copy.ts';
import { announce } from '../model/announcer.ts';
import type { PagedList } from '../model/paged-list.ts';

interface ListFrameProps<T> {
  readonly list: PagedList<T>;
  readonly label: string;
  /** Text in place of a list without rows. */
  readonly empty: string;
  readonly children: (rows: readonly T[]) => ReactNode;
}

/** A list in each of its states: on its way, empty, failed, or there with the way to more of it. */
export function ListFrame<T>({ list, label, empty, children }: ListFrameProps<T>) {
  const { phase, rows, error } = useStore(list.state);
  const frame = useRef<HTMLElement>(null);
  useRetryOnline(list);
  return (
    <section
      ref={frame}
      className="admin-list"
      aria-label={label}
      aria-busy={phase === 'loading'}
      tabIndex={-1}
    >
      {error !== undefined && (
        <div role="alert" className="notice notice-error">
          <p>{error}</p>
          <button type="button" className="button button-small" onClick={() => void list.load()}>
            {adminCopy.retry}
          </button>
        </div>
      )}
      {phase === 'loading' && (
        <p role="status" className="admin-note soft">
          {adminCopy.loading}
        </p>
      )}
      {phase === 'ready' && rows.length === 0 && <p className="admin-note soft">{empty}</p>}
      {rows.length > 0 && children(rows)}
      <More list={list} onEnd={() => frame.current?.focus()} />
    </section>
  );
}

function More<T>({ list, onEnd }: { readonly list: PagedList<T>; readonly onEnd: () => void }) {
  const { nextCursor, isLoadingMore } = useStore(list.state);
  if (nextCursor === undefined) return null;
  const load = async () => {
    const added = await list.loadMore();
    if (added.length > 0) announce(adminCopy.loadedMore(added.length));
    // The button that had the focus is gone with the last page.
    if (list.state.get().nextCursor === undefined) onEnd();
  };
  return (
    <button
      type="button"
      className="button admin-more"
      aria-disabled={isLoadingMore}
      onClick={() => void load()}
    >
      {isLoadingMore ? adminCopy.loading : adminCopy.loadMore}
    </button>
  );
}

/** Reads what failed for want of a connection as soon as there is one. */
function useRetryOnline<T>(list: PagedList<T>): void {
  useEffect(() => {
    const retry = () => {
      if (list.state.get().error !== undefined) void list.load();
    };
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [list]);
}
