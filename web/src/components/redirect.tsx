import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Redirects to another page. Replaces the history entry, so that Back does not redirect again. */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}
