import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { OnDemand } from '../../../components/on-demand.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import { messageCopy } from '../copy.ts';
import markdownStyles from '../markdown/markdown.module.css';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/view-message.ts';
import { MessageActions, WelcomeActions } from './message-actions.tsx';
import { MessageOutcome } from './message-outcome.tsx';
import styles from './message-view.module.css';
import { ReplyDetails, ReplyText } from './reply.tsx';

interface MessageViewProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  /** Named above the message, where it is the first of a day. */
  readonly day: string | undefined;
  /** A failed or refused message can be tried again. */
  readonly canRetry: boolean;
  /** It belongs to the last turn, which can be replaced. */
  readonly isReplaceable: boolean;
  /** Nothing has been asked in this chat as yet. */
  readonly isOpening: boolean;
  /** There is no connection, and the server has not told of it: it may not have been sent yet. */
  readonly isOnItsWay: boolean;
  /** It was looked for. */
  readonly isFound: boolean;
}

const loadEditor = () => import('./message-editor.tsx');

/** One message. Rendered again only when it changes; a streaming one watches its own text. */
export const MessageView = memo((props: MessageViewProps) => {
  const { message, conversation, day, canRetry, isReplaceable, isOpening, isOnItsWay, isFound } = props;
  const productName = useProductName();
  const article = useRef<HTMLElement>(null);
  const [isEditing, setEditing] = useState(false);
  useFound(article, isFound, conversation);
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
      {isEditing && (isReplaceable || isUnsent) ? (
        <OnDemand load={loadEditor} onFailure={stopEditing}>
          {({ MessageEditor }) => (
            <MessageEditor message={message} conversation={conversation} onEnd={stopEditing} />
          )}
        </OnDemand>
      ) : (
        <>
          <MessageBody message={message} isOnItsWay={isOnItsWay} />
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
              onEdit={() => setEditing(true)}
            />
            {!isUser && <ReplyDetails message={message} />}
          </div>
        </>
      )}
      {message.isWelcome && isOpening && <WelcomeActions conversation={conversation} />}
    </article>
  );
});

interface MessageBodyProps {
  readonly message: ViewMessage;
  readonly isOnItsWay: boolean;
}

function MessageBody({ message, isOnItsWay }: MessageBodyProps) {
  if (message.role === 'user')
    return (
      <div className={styles.bubble} dir="auto">
        {message.content}
      </div>
    );
  return (
    <div className={markdownStyles.prose} data-reply>
      {isOnItsWay && message.status === 'streaming' ? (
        <p className="soft">{messageCopy.sending}</p>
      ) : (
        <ReplyText message={message} />
      )}
    </div>
  );
}

const STANDS_OUT_MS = 2_500;

/** A message that was looked for takes the focus when it is on screen, and stands out for a moment. */
function useFound(
  message: RefObject<HTMLElement | null>,
  isFound: boolean,
  conversation: Conversation,
): void {
  useEffect(() => {
    const element = message.current;
    if (!isFound || !element) return;
    element.focus({ preventScroll: true });
    element.dataset.found = '';
    setTimeout(() => delete element.dataset.found, STANDS_OUT_MS);
    conversation.history.reachedTarget();
  }, [message, isFound, conversation]);
}

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** The day to name before a message: that of the first one after another day. */
export function dayBefore(previous: ViewMessage | undefined, { createdAt }: ViewMessage): string | undefined {
  const day = new Date(createdAt).toDateString();
  const before = previous ? new Date(previous.createdAt) : new Date();
  return day === before.toDateString() ? undefined : long.format(new Date(createdAt));
}
