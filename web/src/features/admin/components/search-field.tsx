import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styles from '../admin.module.css';

/** Pause in typing after which the address, and with it the list, follows. */
const PAUSE_MS = 300;
const MAX_LENGTH = 254;

type Changes = Readonly<Record<string, string | undefined>>;

/** The part of the address after the question mark, and a change of it that the way back does not pass through. */
export function useAddressQuery(): [URLSearchParams, (changes: Changes) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const change = (changes: Changes) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    void navigate({ pathname, search: next.toString() }, { replace: true });
  };
  return [new URLSearchParams(search), change];
}

/** Query of the list, as the address says; undefined where there is none. */
export function useSearch(): string | undefined {
  const [query] = useAddressQuery();
  return query.get('search')?.trim() || undefined;
}

/** A search that stands in the address, so that a reload and a link keep it. */
export function SearchField({ label }: { readonly label: string }) {
  const [query, change] = useAddressQuery();
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
      className={styles.search}
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
