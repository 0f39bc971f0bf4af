import { modelName } from '../model/model-name.ts';
import type { ViewMessage } from '../model/view-message.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Which model answered, why this one in one line, and when: quietly, under the reply. */
export function ReplyDetails({ message }: { readonly message: ViewMessage }) {
  const { model, reason, createdAt, content, status, isWelcome } = message;
  if (content === '' || status === 'streaming' || isWelcome) return null;
  const at = new Date(createdAt);
  return (
    <p className="reply-details">
      {model !== undefined && (
        <span className="reply-model">
          <bdi>{modelName(model)}</bdi>
          {reason && <span> · {reason}</span>}
        </span>
      )}
      <time dateTime={createdAt} title={dateAndTime.format(at)}>
        {time.format(at)}
      </time>
    </p>
  );
}
