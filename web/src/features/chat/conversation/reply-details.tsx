import type { ModelDetails } from '#contract/available-models';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import { modelName } from '../model-choice/names-of-preconfigured-models.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import styles from './message-view.module.css';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

interface ReplyDetailsProps {
  readonly message: ViewMessage;
  /** User whose model catalogue is read; undefined for a guest, who cannot read a catalogue. */
  readonly email: string | undefined;
}

/**
 * Line under a reply with its model, the reason why that model was chosen, the true model behind it, and the time.
 * Without a catalogue, the line has no true model.
 */
export function ReplyDetails({ message, email }: ReplyDetailsProps) {
  const { model, reason, createdAt, content, status, isWelcome } = message;
  if (content === '' || status === 'streaming' || isWelcome) return null;
  const names = (details?: ModelDetails) =>
    model !== undefined && (
      <>
        <span className={styles.model}>
          <bdi>{details?.displayName ?? modelName(model)}</bdi>
          {reason && <span> · {reason}</span>}
        </span>
        {details?.trueModel !== undefined && <bdi>{details.trueModel}</bdi>}
      </>
    );
  return (
    <p className={styles.details}>
      {model === undefined || email === undefined ? (
        names()
      ) : (
        <OnDemand load={loadLazyComponents} fallback={names()}>
          {({ WithModelDetails }) => (
            <WithModelDetails email={email} model={model}>
              {names}
            </WithModelDetails>
          )}
        </OnDemand>
      )}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {time.format(new Date(createdAt))}
      </time>
    </p>
  );
}
