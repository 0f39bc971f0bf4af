import { OnDemand } from '../../../components/load-on-demand.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import { loadLazyComponents } from '../load-lazy-components.ts';
import { modelName } from '../model-choice/model-name.ts';
import type { ViewMessage } from '../state/turns/view-message.ts';
import styles from './message-view.module.css';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

interface ReplyDetailsProps {
  readonly message: ViewMessage;
  /** Email address of the user, for whom the models are read. Undefined for a guest, who sees no true model. */
  readonly email: string | undefined;
}

/** Line under a reply with its model, the reason for that model, the true model behind it, and the time. */
export function ReplyDetails({ message, email }: ReplyDetailsProps) {
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
      {model !== undefined && email !== undefined && (
        <OnDemand load={loadLazyComponents}>
          {({ TrueModel }) => <TrueModel email={email} model={model} />}
        </OnDemand>
      )}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {time.format(new Date(createdAt))}
      </time>
    </p>
  );
}
