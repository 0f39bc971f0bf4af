import { memo } from 'react';
import { ERRORS } from '#contract/errors';
import { useProductName } from '../../../components/product-name.ts';
import { chatTexts } from '../../../lib/chat-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { texts } from '../../../lib/texts.ts';
import { Streaming } from '../markdown/code-block.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import type { Conversation } from '../model/conversation.ts';
import type { LiveReply } from '../model/live-reply.ts';
import type { ViewMessage } from '../model/view-message.ts';
import { ReplyDetails } from './reply-details.tsx';

interface MessageViewProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  readonly isLast: boolean;
  /** There is no connection, and the server has not told of it: it may not have been sent yet. */
  readonly isOnItsWay: boolean;
}

/** One message. Rendered again only when it changes; a streaming one watches its own text. */
export const MessageView = memo(({ message, conversation, isLast, isOnItsWay }: MessageViewProps) => {
  const productName = useProductName();
  const isUser = message.role === 'user';
  return (
    <article
      data-message
      className={isUser ? 'message message-user' : 'message message-assistant'}
      aria-label={isUser ? chatTexts.conversation.you : productName}
    >
      {isUser ? (
        <div className="bubble" dir="auto">
          {message.content}
        </div>
      ) : (
        <div className="prose">
          {isOnItsWay ? (
            <p className="soft">{chatTexts.conversation.sending}</p>
          ) : (
            <ReplyText message={message} />
          )}
        </div>
      )}
      {!isUser && message.content !== '' && <ReplyDetails message={message} />}
      <Outcome message={message} onRetry={isLast ? () => conversation.retry(message.key) : undefined} />
    </article>
  );
});

const NOTHING = { get: () => '', subscribe: () => () => undefined };
const asStore = (live: LiveReply | undefined) =>
  live ? { get: live.text, subscribe: live.subscribe } : NOTHING;

/** The same component while a reply streams and after: what has been rendered stays. */
function ReplyText({ message: { live, content } }: { readonly message: ViewMessage }) {
  const streamed = useStore(asStore(live));
  const text = live ? streamed : content;
  if (live && text === '')
    return (
      <img
        className="generating"
        src="/generating.svg"
        width="44"
        height="16"
        alt={chatTexts.conversation.generating}
      />
    );
  return (
    <Streaming value={live !== undefined}>
      <Markdown source={text} />
    </Streaming>
  );
}

interface OutcomeProps {
  readonly message: ViewMessage;
  readonly onRetry: (() => void) | undefined;
}

/** How a message ended, where that is worth saying. */
function Outcome({ message: { status, error, content, role }, onRetry }: OutcomeProps) {
  const { status: labels, unsent } = chatTexts.conversation;
  if (status === 'complete' || status === 'streaming') return null;
  if (status !== 'failed' && status !== 'unsent') return <p className="outcome soft">{labels[status]}</p>;
  const label = role === 'user' ? unsent : content !== '' && labels.failed;
  return (
    <div className="outcome outcome-error">
      {label && <strong>{label}</strong>}
      <span>{error ?? ERRORS.reply_failed.message}</span>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
