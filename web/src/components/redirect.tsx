import { useEffect } from 'react';
import { navigate } from '../lib/router/location.ts';

/** Shows nothing and leads elsewhere; the way back does not pass through here again. */
export function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
