import { useId } from 'react';
import { modelName } from '../model/model-name.ts';
import type { ViewMessage } from '../model/view-message.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Which model answered, why this one, and when: quietly, under the reply. */
export function ReplyDetails({ message }: { readonly message: ViewMessage }) {
  const reasonId = useId();
  const { model, reason, createdAt, content, status, isWelcome } = message;
  if (content === '' || status === 'streaming' || isWelcome) return null;
  const at = new Date(createdAt);
  return (
    <p className="reply-details">
      {model !== undefined && (
        <span title={reason} aria-describedby={reason && reasonId}>
          {modelName(model)}
        </span>
      )}
      {model !== undefined && reason && (
        <span id={reasonId} className="visually-hidden">
          {reason}
        </span>
      )}
      <time dateTime={createdAt} title={dateAndTime.format(at)}>
        {time.format(at)}
      </time>
    </p>
  );
}
