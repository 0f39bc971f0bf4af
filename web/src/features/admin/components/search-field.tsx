import { useEffect, useRef, useState } from 'react';
import { EMAIL_MAX_LENGTH } from '#contract/limits';
import styles from '../admin.module.css';
import { useUrlQuery } from '../use-url-query.ts';

/** Milliseconds without typing after which the text is put into the URL. */
const DEBOUNCE_MS = 300;

/** Search field whose text is kept in the URL, so that a reload or a link restores it. */
export function SearchField({ label }: { readonly label: string }) {
  const [query, change] = useUrlQuery();
  const inUrl = query.get('search') ?? '';
  const [typed, setTyped] = useState(inUrl);
  const lastInUrl = useRef(inUrl);
  useEffect(() => {
    // If something other than this field has changed the URL, for example the Back button, copies the URL's search text
    // into the field.
    if (inUrl !== lastInUrl.current) setTyped(inUrl);
    lastInUrl.current = inUrl;
  }, [inUrl]);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    const text = typed.trim();
    if (text === lastInUrl.current) return;
    const timer = setTimeout(() => {
      lastInUrl.current = text;
      latest.current({ search: text });
    }, DEBOUNCE_MS);
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
      maxLength={EMAIL_MAX_LENGTH}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
