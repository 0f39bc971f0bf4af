import { memo, useId } from 'react';
import type { SharedMessage } from '#contract/sharing';
import { Button } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/callout.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { useProductName } from '../../../../components/use-site-config.ts';
import { formatDateTime } from '../../../../lib/format-date.ts';
import messageStyles from '../../conversation/message-view.module.css';
import { FileIcon } from '../../files/file-icon.tsx';
import markdownStyles from '../../markdown/markdown.module.css';
import { Markdown } from '../../markdown/markdown.tsx';
import { readerCopy as copy } from './copy.ts';
import styles from './shared-chat.module.css';

interface SharedMessagesProps {
  readonly messages: readonly SharedMessage[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMoreFailed: boolean;
  readonly more: () => void;
}

export function SharedMessages({
  messages,
  hasMore,
  isLoadingMore,
  hasMoreFailed,
  more,
}: SharedMessagesProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      {/* Headings in messages begin with h3, so this h2 is the level between them and the h1 of the page. */}
      <h2 id={titleId} className="visually-hidden">
        {copy.messages}
      </h2>
      {messages.map((message, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message of a shared chat keeps its index
        <Message key={i} message={message} />
      ))}
      {hasMoreFailed && <Callout kind="error">{copy.moreFailed}</Callout>}
      {hasMore && (
        <Button className={styles.more} aria-disabled={isLoadingMore} onClick={more}>
          {isLoadingMore ? copy.loadingMore : copy.more}
        </Button>
      )}
    </section>
  );
}

/** `memo` skips the rendering when the next part is loaded, because a message does not change. */
const Message = memo(({ message }: { readonly message: SharedMessage }) => {
  const productName = useProductName();
  const { role, content, files } = message;
  const isUser = role === 'user';
  return (
    <article
      className={classNames(messageStyles.message, styles.message, isUser && styles.user)}
      aria-label={isUser ? copy.question : productName}
    >
      {files && files.length > 0 && <Files files={files} />}
      {isUser && content !== '' && (
        <div className={messageStyles.bubble} dir="auto">
          {content}
        </div>
      )}
      {!isUser && (
        <>
          <div className={markdownStyles.prose}>
            <Markdown source={content} />
          </div>
          <ReplyFoot message={message} />
        </>
      )}
    </article>
  );
});

function ReplyFoot({
  message: { status, model, trueModel, createdAt },
}: {
  readonly message: SharedMessage;
}) {
  const label = status === 'complete' || status === 'streaming' ? undefined : copy.status[status];
  return (
    <>
      {label !== undefined && <p className={classNames(messageStyles.outcome, 'soft')}>{label}</p>}
      <p className={classNames(messageStyles.details, styles.details)}>
        {model !== undefined && (
          <span className={messageStyles.model}>
            <bdi>{model}</bdi>
          </span>
        )}
        {trueModel !== undefined && <bdi>{trueModel}</bdi>}
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
    </>
  );
}

function Files({ files }: { readonly files: NonNullable<SharedMessage['files']> }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers
    <ul role="list" className={styles.files} aria-label={copy.files}>
      {files.map(({ name, kind }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={i}>
          <FileIcon name={name} kind={kind} />
          <bdi title={name}>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
