import { useState } from 'react';
import { CLIENT_ERRORS } from '#contract/errors';
import { messageTexts } from '../../../lib/message-texts.ts';
import { texts } from '../../../lib/texts.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ViewMessage } from '../model/view-message.ts';
import { loadExtras } from '../pdf/load-extras.ts';

interface MessageOutcomeProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  readonly onRetry: (() => void) | undefined;
}

/** How a message ended, where that is worth saying. */
export function MessageOutcome({ message, conversation, onRetry }: MessageOutcomeProps) {
  const { status, error } = message;
  const { status: labels } = messageTexts;
  const isError = status === 'failed' || status === 'unsent' || error !== undefined;
  if (!isError)
    return status === 'complete' || status === 'streaming' ? null : (
      <p className="outcome soft">{labels[status]}</p>
    );
  const label = labelOf(message);
  const isPlanOver = message.code === 'model_not_available';
  return (
    <div className="outcome outcome-error">
      {label !== undefined && <strong>{label}</strong>}
      <span>{error ?? CLIENT_ERRORS.reply_failed.message}</span>
      {onRetry && isPlanOver && <UseAuto message={message} conversation={conversation} />}
      {onRetry && !isPlanOver && (
        <button type="button" className="button" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}

interface UseAutoProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
}

/** The chosen model is not part of the plan any more: the choice is left to the server, and the message sent again. */
function UseAuto({ message, conversation }: UseAutoProps) {
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    try {
      const { resendWithAuto } = await loadExtras();
      await resendWithAuto(conversation, message.key);
    } catch {
      setProblem(messageTexts.notAuto);
    }
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void act()}>
        {messageTexts.useAuto}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  );
}

function labelOf({ status, content }: ViewMessage): string | undefined {
  if (status === 'unsent') return messageTexts.unsent;
  return status === 'failed' && content !== '' ? messageTexts.status.failed : undefined;
}
