import { retentionCopy } from './copy.ts';
import { formatRemovalDay } from './expiring-chats.ts';
import styles from './retention.module.css';

export function ExpiryMark({ at }: { readonly at: string }) {
  return <span className={styles.mark}>{retentionCopy.mark(formatRemovalDay(at))}</span>;
}
