import type { User } from '#contract/admin';
import { Badge } from '../../../components/badge.tsx';
import { adminCopy } from '../copy.ts';
import styles from './users.module.css';

const { states } = adminCopy.users;

export function AccountStateBadges({ user: { enabled, confirmed, isAdmin } }: { readonly user: User }) {
  return (
    <span className={styles.badges}>
      {enabled && confirmed && <Badge tone="good">{states.active}</Badge>}
      {!enabled && <Badge tone="bad">{states.disabled}</Badge>}
      {!confirmed && <Badge>{states.unconfirmed}</Badge>}
      {isAdmin && <Badge>{states.admin}</Badge>}
    </span>
  );
}
