import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Shows nothing and leads elsewhere; the way back does not pass through here again. */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}
