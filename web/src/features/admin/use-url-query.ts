import { useLocation, useNavigate } from 'react-router';

type Changes = Readonly<Record<string, string | undefined>>;

/**
 * Returns the URL's query, and a function that changes parameters without adding a history entry. A parameter without a
 * value is removed.
 */
export function useUrlQuery(): [URLSearchParams, (changes: Changes) => void] {
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

/** Returns the trimmed parameter `search` of the URL, or undefined if it is blank. */
export function useSearchQuery(): string | undefined {
  const [query] = useUrlQuery();
  return query.get('search')?.trim() || undefined;
}
