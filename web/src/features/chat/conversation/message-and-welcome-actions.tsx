import { type MouseEvent, type ReactNode, type Ref, useEffect, useState } from 'react';
import { isTemporaryChat } from '#contract/temporary-chats';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { chatCopy } from '../copy.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { loadFileViews } from '../files/load-file-components-chunk.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { isPlaceholder, type ViewMessage } from '../state/turns/shown-message.ts';
import { passFocusToComposer } from './composer.tsx';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import styles from './message-view.module.css';

const HEART =
  'M12 20S4 15.500 4 9.500A4.200 4.200 0 0 1 12 7.500 4.200 4.200 0 0 1 20 9.500C20 15.500 12 20 12 20z';
const THUMB_DOWN =
  'M7 13V4.500h9.500a2 2 0 0 1 2 1.600l1.200 6a2 2 0 0 1-2 2.400H13.500l1 4a1.500 1.500 0 0 1-2.700 1.200L8 14.500zM7 4.500H4V14h3';
const AGAIN = 'M19 12a7 7 0 1 1-2.200-5.100M19 3v4.500h-4.500';
const PENCIL = 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500l3.500 3.500';
const COPIED_MS = 2_000;

interface MessageActionsProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  readonly isReplaceable: boolean;
  readonly isEditable: boolean;
  readonly onEdit: () => void;
}

/** Action buttons under a message, such as Like, Copy and Regenerate. */
export function MessageActions(props: MessageActionsProps) {
  const { message, conversation, isReplaceable, isEditable, onEdit } = props;
  const { role, content, status, index } = message;
  const isEmpty = content === '' && !message.files;
  if (status === 'streaming' || isEmpty || message.isWelcome || isPlaceholder(message)) return null;
  const { account } = conversation;
  const isUser = role === 'user';
  const isReply = !isUser && !message.isExtra;
  const canLike = isReply && conversation.canLike && index !== undefined;
  return (
    <div className={styles.actions}>
      {canLike && (
        <ActionButton
          label={messageCopy.like}
          isPressed={message.liked ?? false}
          onClick={() => conversation.actions.toggleLike(index)}
        >
          <LineIcon name="heart" path={HEART} size={16} />
        </ActionButton>
      )}
      {canLike && <DislikeAction message={message} index={index} conversation={conversation} />}
      {content !== '' && <CopyAction text={content} />}
      {isEditable && (
        <ActionButton label={messageCopy.edit} onClick={onEdit}>
          <LineIcon name="pencil" path={PENCIL} size={16} />
        </ActionButton>
      )}
      {message.files && (
        <OnDemand load={loadFileViews}>
          {({ DeleteSentFileButton }) => (
            <DeleteSentFileButton message={message} conversation={conversation} />
          )}
        </OnDemand>
      )}
      {isReply && isReplaceable && (
        <ActionButton
          ref={passFocusToComposer}
          label={messageCopy.regenerate}
          onClick={() => conversation.actions.replaceLast()}
        >
          <LineIcon name="again" path={AGAIN} size={16} />
        </ActionButton>
      )}
      {isReply && isReplaceable && account && (
        <OnDemand load={loadLazyComponents}>
          {({ RetryWithModel }) => (
            <RetryWithModel message={message} conversation={conversation} account={account} />
          )}
        </OnDemand>
      )}
    </div>
  );
}

interface DislikeActionProps {
  readonly message: ViewMessage;
  readonly index: number;
  readonly conversation: Conversation;
}

/**
 * Asks for a reason after a new dislike, but not in a temporary chat: the server keeps no feedback about such a chat.
 */
function DislikeAction({ message, index, conversation }: DislikeActionProps) {
  const toggle = () => {
    const isNew = message.disliked !== true;
    void conversation.actions.toggleDislike(index);
    if (isNew && !isTemporaryChat(conversation.chatId))
      chatDialogState.set({ kind: 'feedback', conversation, key: message.key, index });
  };
  return (
    <ActionButton
      label={messageCopy.dislike}
      className={styles.dislike}
      isPressed={message.disliked ?? false}
      onClick={toggle}
    >
      <LineIcon name="thumb-down" path={THUMB_DOWN} size={16} />
    </ActionButton>
  );
}

interface ActionButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly label: string;
  readonly className?: string | undefined;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ActionButton({ ref, label, className, isPressed, onClick, children }: ActionButtonProps) {
  // The click must not reach the message around the button (clause S4.like.3 in test/spec/chat-clauses.ts).
  const act = (event: MouseEvent) => {
    event.stopPropagation();
    onClick();
  };
  return (
    <button
      ref={ref}
      type="button"
      className={classNames(styles.action, className)}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={act}
    >
      {children}
    </button>
  );
}

function CopyAction({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    write(text).then(
      () => setOutcome(messageCopy.copied),
      () => setOutcome(messageCopy.copyFailed),
    );
  return (
    <>
      <ActionButton label={messageCopy.copy} onClick={() => void copy()}>
        <Icon name={outcome === messageCopy.copied ? 'check' : 'copy'} size={16} />
      </ActionButton>
      <span role="status" className={styles.copied}>
        {outcome}
      </span>
    </>
  );
}

/** Async, so that a missing `navigator.clipboard` (in an insecure context) rejects instead of throwing. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Suggestions and the Skip button under the welcome message. */
export function WelcomeActions({ conversation }: { readonly conversation: Conversation }) {
  return (
    <fieldset className={styles.welcome}>
      <legend>{messageCopy.suggestionsLabel}</legend>
      {messageCopy.suggestions.map((suggestion) => (
        <Button
          key={suggestion}
          ref={passFocusToComposer}
          className={styles.suggestion}
          onClick={() => conversation.actions.send(suggestion)}
        >
          {suggestion}
        </Button>
      ))}
      <Button
        ref={passFocusToComposer}
        kind="plain"
        title={messageCopy.skipTitle}
        onClick={() => conversation.actions.skip()}
      >
        {chatCopy.conversation.skip}
      </Button>
    </fieldset>
  );
}
