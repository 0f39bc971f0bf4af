import { retentionCopy } from './copy.ts';
import { formatRemovalDay } from './expiring-chats-and-dismissed-notices.ts';
import styles from './retention.module.css';

export function ExpiryMark({ at }: { readonly at: string }) {
  return <span className={styles.mark}>{retentionCopy.mark(formatRemovalDay(at))}</span>;
}
