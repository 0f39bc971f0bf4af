import { CLIENT_ERRORS } from '#contract/errors';
import { messageTexts } from '../../../lib/message-texts.ts';
import { texts } from '../../../lib/texts.ts';
import type { ViewMessage } from '../model/view-message.ts';

interface MessageOutcomeProps {
  readonly message: ViewMessage;
  readonly onRetry: (() => void) | undefined;
}

/** How a message ended, where that is worth saying. */
export function MessageOutcome({ message, onRetry }: MessageOutcomeProps) {
  const { status, error } = message;
  const { status: labels } = messageTexts;
  const isError = status === 'failed' || status === 'unsent' || error !== undefined;
  if (!isError)
    return status === 'complete' || status === 'streaming' ? null : (
      <p className="outcome soft">{labels[status]}</p>
    );
  const label = labelOf(message);
  return (
    <div className="outcome outcome-error">
      {label !== undefined && <strong>{label}</strong>}
      <span>{error ?? CLIENT_ERRORS.reply_failed.message}</span>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}

function labelOf({ status, content }: ViewMessage): string | undefined {
  if (status === 'unsent') return messageTexts.unsent;
  return status === 'failed' && content !== '' ? messageTexts.status.failed : undefined;
}
