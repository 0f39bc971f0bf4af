import styles from '../admin.module.css';
import { adminCopy } from '../copy.ts';

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface TimestampProps {
  /** ISO 8601. If undefined, a dash is shown. */
  readonly at: string | undefined;
  readonly withTime?: boolean;
}

/** Date in the browser's locale. The tooltip always has date and time. */
export function Timestamp({ at, withTime = false }: TimestampProps) {
  if (at === undefined) return adminCopy.none;
  const time = new Date(at);
  return (
    <time className={styles['one-line']} dateTime={at} title={dateAndTime.format(time)}>
      {(withTime ? dateAndTime : date).format(time)}
    </time>
  );
}
