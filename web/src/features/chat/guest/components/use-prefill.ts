import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { GuestWorkspace } from '../model/guest-workspace.ts';

/**
 * Sends what the previous route handed over in its navigation state, `{ prefill: 'text' }`, once the chat can
 * take it (docs/spec.md 2.8). It is taken out of the address's state, which outlives a reload.
 */
export function usePrefill(workspace: GuestWorkspace, canSend: boolean): void {
  const { key, state, pathname } = useLocation();
  const navigate = useNavigate();
  const prefill = prefillOf(state);
  useEffect(() => {
    if (prefill === undefined || !canSend) return;
    workspace.sendHandedOver(key, prefill);
    void navigate(pathname, { replace: true });
  }, [workspace, canSend, key, prefill, pathname, navigate]);
}

function prefillOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('prefill' in state)) return undefined;
  return typeof state.prefill === 'string' ? state.prefill : undefined;
}
