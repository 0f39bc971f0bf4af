import { retentionCopy } from './copy.ts';
import { formatRemovalDay } from './expiring-chats.ts';
import styles from './retention.module.css';

/** Mark with the removal day, beside a chat in the list. */
export function ExpiryMark({ at }: { readonly at: string }) {
  return <span className={styles.mark}>{retentionCopy.mark(formatRemovalDay(at))}</span>;
}
