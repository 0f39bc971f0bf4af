/** The code of an invite link, /register?code=XXXX-XXXX-XXXX. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The code that the address brought. It leaves the address bar at once, and with it what is copied from there or
 * kept in bookmarks; a reload finds it in the state of this entry of the tab's history.
 */
export function useInviteCode(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get('code')?.trim();
  useEffect(() => {
    if (brought !== undefined) void navigate(pathname, { replace: true, state: { inviteCode: brought } });
  }, [brought, navigate, pathname]);
  return brought ?? keptIn(state);
}

function keptIn(state: unknown): string {
  const kept: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'inviteCode');
  return typeof kept === 'string' ? kept : '';
}
