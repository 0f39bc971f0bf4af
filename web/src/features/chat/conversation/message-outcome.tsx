import { useState } from 'react';
import { ERRORS } from '#contract/errors';
import { commonCopy } from '../../../lib/copy.ts';
import { messageCopy } from '../copy.ts';
import { loadDeferredUi } from '../loaders.ts';
import type { Conversation } from '../model/conversation/conversation.ts';
import type { ViewMessage } from '../model/turns/view-message.ts';
import { retryText } from '../quota/quota-view.ts';
import { useRefusal } from '../quota/use-quota-view.ts';

interface MessageOutcomeProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  /** It can be tried again now: no reply is awaited. */
  readonly canRetry: boolean;
  readonly onEdit: () => void;
}

/** How a message ended, where that is worth saying. */
export function MessageOutcome({ message, conversation, canRetry, onEdit }: MessageOutcomeProps) {
  const { status, error } = message;
  const { status: labels } = messageCopy;
  const isError = status === 'failed' || status === 'unsent' || error !== undefined;
  if (!isError)
    return status === 'complete' || status === 'streaming' ? null : (
      <p className="outcome soft">{labels[status]}</p>
    );
  const label = labelOf(message);
  return (
    <div className="outcome outcome-error">
      {label !== undefined && <strong>{label}</strong>}
      <span>{error ?? ERRORS.reply_failed.message}</span>
      {canRetry && (
        <div className="outcome-actions">
          <Retry message={message} conversation={conversation} />
          {status === 'unsent' && (
            <UnsentActions message={message} conversation={conversation} onEdit={onEdit} />
          )}
        </div>
      )}
    </div>
  );
}

interface ActionProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
}

/** As they are, these would be refused again. */
const HOPELESS: ReadonlySet<string> = new Set(['message_too_long', 'message_blank', 'chat_not_found']);

/** What can bring the message through: another try, now or later, or another model. */
function Retry({ message, conversation }: ActionProps) {
  const { view, now } = useRefusal(message, conversation.quota);
  const { code = '', key } = message;
  if (HOPELESS.has(code)) return null;
  if (code === 'model_not_available') return <UseAuto message={message} conversation={conversation} />;
  if (view) return <span>{retryText(view, now)}</span>;
  return (
    <button type="button" className="button" onClick={() => conversation.actions.retry(key)}>
      {commonCopy.retry}
    </button>
  );
}

/** What else can be done with a text that was not sent. */
function UnsentActions({ message, conversation, onEdit }: ActionProps & Pick<MessageOutcomeProps, 'onEdit'>) {
  const discard = () => {
    conversation.actions.discard(message.key);
    document.querySelector<HTMLElement>('.composer textarea')?.focus();
  };
  return (
    <>
      <button type="button" className="button" onClick={onEdit}>
        {messageCopy.edit}
      </button>
      <button type="button" className="button button-plain" onClick={discard}>
        {messageCopy.discard}
      </button>
    </>
  );
}

/** The chosen model is not part of the plan any more: the choice is left to the server, and the message sent again. */
function UseAuto({ message, conversation }: ActionProps) {
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    try {
      const { resendWithAuto } = await loadDeferredUi();
      await resendWithAuto(conversation, message.key);
    } catch {
      setProblem(messageCopy.notAuto);
    }
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void act()}>
        {messageCopy.useAuto}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  );
}

function labelOf({ status, content }: ViewMessage): string | undefined {
  if (status === 'unsent') return messageCopy.unsent;
  return status === 'failed' && content !== '' ? messageCopy.status.failed : undefined;
}
