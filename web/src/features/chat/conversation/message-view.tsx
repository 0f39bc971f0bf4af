import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { Branches } from '#contract/branches';
import { classNames } from '../../../components/class-names.ts';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import { loadFileViews } from '../files/load-file-components-chunk.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import markdownStyles from '../markdown/markdown.module.css';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import { MessageActions, WelcomeActions } from './message-and-welcome-actions.tsx';
import { MessageOutcome } from './message-outcome.tsx';
import styles from './message-view.module.css';
import { ReplyDetails } from './reply-details.tsx';
import { ReplyText } from './reply-text.tsx';

interface MessageViewProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  readonly day: string | undefined;
  /** True if the message could be sent again now. Used only if the message is unsent or shows an error. */
  readonly canRetry: boolean;
  /** True for the last reply while it can be regenerated or retried with another model. */
  readonly isReplaceable: boolean;
  readonly isEditable: boolean;
  /** The chat's branches; undefined if the message has no other version. */
  readonly branches: Branches | undefined;
  /** True before the user's first message in the chat. */
  readonly isNewChat: boolean;
  /** True if there is no connection and the message has no index yet, so that it may not have been sent. */
  readonly isUnsentOffline: boolean;
  /** True for the search result or linked message that the user opened. */
  readonly isFound: boolean;
}

const loadEditor = () => import('./message-editor.tsx');

/**
 * One message. The text of a streaming reply is in no prop: `ReplyText` subscribes to it, so only the text renders
 * again.
 */
export const MessageView = memo((props: MessageViewProps) => {
  const { message, conversation, day, canRetry, isReplaceable, isEditable, branches } = props;
  const { isNewChat, isUnsentOffline, isFound } = props;
  const { index } = message;
  const productName = useProductName();
  const article = useRef<HTMLElement>(null);
  const [isEditing, setEditing] = useState(false);
  useFoundHighlight(article, isFound, conversation);
  const isUser = message.role === 'user';
  const isUnsent = canRetry && message.status === 'unsent';
  const stopEditing = () => setEditing(false);
  return (
    <article
      ref={article}
      data-message={message.key}
      tabIndex={-1}
      className={isUser ? classNames(styles.message, styles.user) : styles.message}
      aria-label={isUser ? messageCopy.you : productName}
    >
      {day !== undefined && <p className={styles.day}>{day}</p>}
      {isEditing ? (
        <OnDemand load={loadEditor} onFailure={stopEditing}>
          {({ MessageEditor }) => (
            <MessageEditor
              message={message}
              conversation={conversation}
              isLocked={!isEditable && !isUnsent}
              onEnd={stopEditing}
            />
          )}
        </OnDemand>
      ) : (
        <>
          {message.files && (
            <OnDemand load={loadFileViews}>
              {({ MessageFiles }) => <MessageFiles message={message} conversation={conversation} />}
            </OnDemand>
          )}
          <MessageBody message={message} isUnsentOffline={isUnsentOffline} />
          <MessageOutcome
            message={message}
            conversation={conversation}
            canRetry={canRetry}
            onEdit={() => setEditing(true)}
          />
          <div className={styles.foot}>
            <MessageActions
              message={message}
              conversation={conversation}
              isReplaceable={isReplaceable}
              isEditable={isEditable}
              onEdit={() => setEditing(true)}
            />
            {branches && index !== undefined && (
              <OnDemand load={loadLazyComponents}>
                {({ MessageVersions }) => (
                  <MessageVersions
                    index={index}
                    branches={branches}
                    conversation={conversation}
                    isLocked={!isEditable}
                  />
                )}
              </OnDemand>
            )}
            {!isUser && <ReplyDetails message={message} email={conversation.account?.email} />}
          </div>
        </>
      )}
      {message.isWelcome && isNewChat && <WelcomeActions conversation={conversation} />}
    </article>
  );
});

interface MessageBodyProps {
  readonly message: ViewMessage;
  readonly isUnsentOffline: boolean;
}

function MessageBody({ message, isUnsentOffline }: MessageBodyProps) {
  if (message.role === 'user')
    return message.content === '' ? null : (
      <div className={styles.bubble} dir="auto">
        {message.content}
      </div>
    );
  const { thinking, thoughtMs } = message;
  return (
    <>
      {(thinking || thoughtMs !== undefined) && (
        <OnDemand load={loadLazyComponents}>
          {({ ThinkingPart }) => <ThinkingPart message={message} />}
        </OnDemand>
      )}
      <div className={markdownStyles.prose} data-reply>
        {isUnsentOffline && message.status === 'streaming' ? (
          <p className="soft">{messageCopy.sending}</p>
        ) : (
          <ReplyText message={message} />
        )}
      </div>
    </>
  );
}

/** Duration of the animation `found` in the style sheet. */
const HIGHLIGHT_MS = 2_500;

/** Focuses and highlights the opened search result or linked message, once it is rendered. */
function useFoundHighlight(
  message: RefObject<HTMLElement | null>,
  isFound: boolean,
  conversation: Conversation,
): void {
  useEffect(() => {
    const element = message.current;
    if (!isFound || !element) return;
    element.focus({ preventScroll: true });
    element.dataset.found = '';
    setTimeout(() => delete element.dataset.found, HIGHLIGHT_MS);
    conversation.history.reachedTarget();
  }, [message, isFound, conversation]);
}
