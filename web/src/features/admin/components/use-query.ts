import { useLocation, useNavigate } from 'react-router';

/** The part of the address after the question mark, and a change of it that the way back does not pass through. */
export function useQuery(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    void navigate({ pathname, search: next.toString() }, { replace: true });
  };
  return [new URLSearchParams(search), change];
}
