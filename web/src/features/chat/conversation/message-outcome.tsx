import { useState } from 'react';
import { ERRORS } from '#contract/error-codes';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import { useQuotaRefusal } from '../quota/low-quota.ts';
import { retryText } from '../quota/quota-reset-texts.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { focusComposer, passFocusToComposer } from './composer.tsx';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import styles from './message-view.module.css';

interface MessageOutcomeProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  /** True if the message could be sent again now. Its error may still exclude a retry. */
  readonly canRetry: boolean;
  readonly onEdit: () => void;
}

/** Line under a message: its error if there is one, or else a label if the reply was stopped, cut off or filtered. */
export function MessageOutcome({ message, conversation, canRetry, onEdit }: MessageOutcomeProps) {
  const { status, error, code } = message;
  const { status: labels } = messageCopy;
  const isError = status === 'failed' || status === 'unsent' || error !== undefined;
  if (!isError)
    return status === 'complete' || status === 'streaming' ? null : (
      <p className={classNames(styles.outcome, 'soft')}>{labels[status]}</p>
    );
  const label = labelOf(message);
  const reference = referenceOf(message);
  // The server's text says that the chat does not exist. The chat may exist again, because the user has restored it.
  const reason = code === 'chat_not_found' ? messageCopy.chatDeleted : error;
  return (
    <div className={classNames(styles.outcome, styles.error)}>
      {label !== undefined && <strong>{label}</strong>}
      <span>{reason ?? ERRORS.reply_failed.message}</span>
      {canRetry && (
        <div className={styles.outcomeActions}>
          <Retry message={message} conversation={conversation} />
          {status === 'unsent' && (
            <UnsentActions message={message} conversation={conversation} onEdit={onEdit} />
          )}
        </div>
      )}
      {reference !== undefined && (
        <small className={styles.reference}>
          {messageCopy.reference} <code>{reference}</code>
        </small>
      )}
    </div>
  );
}

interface ActionProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
}

/** Error codes without a retry, because the same text would be refused again. */
const NO_RETRY: ReadonlySet<string> = new Set(['message_too_long', 'message_blank']);

function Retry({ message, conversation }: ActionProps) {
  const { low, now } = useQuotaRefusal(message, conversation.quota);
  const { code = '', key } = message;
  if (NO_RETRY.has(code)) return null;
  if (code === 'model_not_available') return <UseAuto message={message} conversation={conversation} />;
  if (low) return <span>{retryText(low, now)}</span>;
  return (
    <Button ref={passFocusToComposer} onClick={() => conversation.actions.retry(key)}>
      {commonCopy.retry}
    </Button>
  );
}

function UnsentActions({ message, conversation, onEdit }: ActionProps & Pick<MessageOutcomeProps, 'onEdit'>) {
  const discard = () => {
    conversation.actions.discard(message.key);
    focusComposer();
  };
  return (
    <>
      <Button onClick={onEdit}>{messageCopy.edit}</Button>
      <Button kind="plain" onClick={discard}>
        {messageCopy.discard}
      </Button>
    </>
  );
}

/** Offers the server's choice of model when the chosen model is not part of the plan. */
function UseAuto({ message, conversation }: ActionProps) {
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    try {
      const { resendWithAuto } = await loadLazyComponents();
      await resendWithAuto(conversation, message.key);
    } catch {
      setProblem(messageCopy.notAuto);
    }
  };
  return (
    <>
      <Button ref={passFocusToComposer} onClick={() => void act()}>
        {messageCopy.useAuto}
      </Button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  );
}

function labelOf({ status, content }: ViewMessage): string | undefined {
  if (status === 'unsent') return messageCopy.unsent;
  return status === 'failed' && content !== '' ? messageCopy.status.failed : undefined;
}

/** Returns the id by which the operator finds an unexplained failure in the logs (`npm run ops -- trace`). */
function referenceOf({ key, status, code }: ViewMessage): string | undefined {
  const isUnexplained = status === 'failed' || code === 'internal';
  return isUnexplained ? /[\da-f-]{36}$/.exec(key)?.[0] : undefined;
}
