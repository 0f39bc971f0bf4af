import { retentionCopy } from './copy.ts';
import { formatRemovalDay } from './expiring-chats.ts';
import styles from './retention.module.css';

/** Mark beside an unused chat in the list, with the day on which the chat will be removed. */
export function ExpiryMark({ at }: { readonly at: string }) {
  return <span className={styles.mark}>{retentionCopy.mark(formatRemovalDay(at))}</span>;
}
