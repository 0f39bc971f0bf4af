import type { User } from '#contract/admin';
import { StatusBadge } from '../components/status-badge.tsx';
import { adminCopy } from '../copy.ts';

const { states } = adminCopy.users;

/** State of an account that an operator should notice. */
export function AccountState({ user: { enabled, confirmed, isAdmin } }: { readonly user: User }) {
  return (
    <span className="badges">
      {enabled && confirmed && <StatusBadge mood="good">{states.active}</StatusBadge>}
      {!enabled && <StatusBadge mood="bad">{states.disabled}</StatusBadge>}
      {!confirmed && <StatusBadge mood="plain">{states.unconfirmed}</StatusBadge>}
      {isAdmin && <StatusBadge mood="plain">{states.admin}</StatusBadge>}
    </span>
  );
}
