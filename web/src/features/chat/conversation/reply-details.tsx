import { formatDateTime } from '../../../lib/format-date.ts';
import { modelName } from '../model-choice/model-name.ts';
import type { ViewMessage } from '../state/turns/view-message.ts';
import styles from './message-view.module.css';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Line under a reply with its model, the reason for that model, and the time. */
export function ReplyDetails({ message }: { readonly message: ViewMessage }) {
  const { model, reason, createdAt, content, status, isWelcome } = message;
  if (content === '' || status === 'streaming' || isWelcome) return null;
  return (
    <p className={styles.details}>
      {model !== undefined && (
        <span className={styles.model}>
          <bdi>{modelName(model)}</bdi>
          {reason && <span> · {reason}</span>}
        </span>
      )}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {time.format(new Date(createdAt))}
      </time>
    </p>
  );
}
