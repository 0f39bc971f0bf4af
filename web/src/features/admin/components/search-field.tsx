import { useEffect, useRef, useState } from 'react';
import { useQuery } from './use-query.ts';

/** How long nobody types before the address, and with it the list, follows. */
const PAUSE_MS = 300;
const MAX_LENGTH = 254;

/** Query of the list, as the address says; undefined where there is none. */
export function useSearch(): string | undefined {
  const [query] = useQuery();
  return query.get('search')?.trim() || undefined;
}

/** A search that stands in the address, so that a reload and a link keep it. */
export function SearchField({ label }: { readonly label: string }) {
  const [query, change] = useQuery();
  const wanted = query.get('search') ?? '';
  const [typed, setTyped] = useState(wanted);
  const followed = useRef(wanted);
  useEffect(() => {
    // The address changed by itself: the way back, or a link.
    if (wanted !== followed.current) setTyped(wanted);
    followed.current = wanted;
  }, [wanted]);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    const text = typed.trim();
    if (text === followed.current) return;
    const timer = setTimeout(() => {
      followed.current = text;
      latest.current({ search: text });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      className="admin-search"
      aria-label={label}
      placeholder={label}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_LENGTH}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
