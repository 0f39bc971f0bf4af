import { useEffect } from 'react';
import { AppError } from '#contract/error-codes';
import { Button, ButtonLink } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/callout.tsx';
import { LoadingPage } from '../../../../components/loading-page.tsx';
import { CentredPage, Page, PageTitle } from '../../../../components/page.tsx';
import { QueryProvider } from '../../../../components/query-provider.tsx';
import { useTitle } from '../../../../components/use-title.ts';
import { formatDateTime } from '../../../../lib/format-date.ts';
import { useStore } from '../../../../lib/observable-store.ts';
import { pageAfterSignIn } from '../../../../lib/session/page-after-sign-in.ts';
import { session } from '../../../../lib/session/session-state.ts';
import { ContinueChat } from './continue-chat.tsx';
import { readerCopy as copy } from './copy.ts';
import { ReportChat } from './report-chat.tsx';
import styles from './shared-chat.module.css';
import { SharedMessages } from './shared-messages.tsx';
import { AccountNeeded, isNotFound, type SharedChatProps, useSharedChat } from './use-shared-chat.ts';
import { VisitorLinks } from './visitor-links.tsx';

/** Page that shows a shared chat to its readers (docs/spec.md 2.16). */
export default function SharedChatPage({ shareId }: { readonly shareId: string }) {
  const { status } = useStore(session);
  const reader = status === 'authenticated' ? 'member' : 'visitor';
  useEffect(() => {
    // The next login of this tab opens the page again.
    if (reader === 'visitor') pageAfterSignIn.keep();
  }, [reader]);
  return (
    <>
      <meta name="robots" content="noindex" />
      <QueryProvider>
        <SharedChat shareId={shareId} reader={reader} />
      </QueryProvider>
    </>
  );
}

function SharedChat({ shareId, reader }: SharedChatProps) {
  const { chat, error, isRestarted, isLoading, retry, ...paging } = useSharedChat(shareId, reader);
  useTitle(chat?.name);
  if (!chat) {
    if (isLoading || !error) return <LoadingPage label={copy.loading} />;
    if (error instanceof AccountNeeded) return <NeedsAccount />;
    return isNotFound(error) ? <NotShared reader={reader} /> : <Failed error={error} onRetry={retry} />;
  }
  return (
    <Page>
      <div className={styles.column}>
        <header className={styles.header}>
          <PageTitle dir="auto">{chat.name}</PageTitle>
          <p className={styles.about}>
            {copy.about(formatDateTime(chat.updatedAt))} {copy.caution}
          </p>
        </header>
        {isRestarted && <Callout role="status">{copy.restarted}</Callout>}
        <SharedMessages messages={chat.messages} {...paging} />
        <footer className={styles.foot}>
          <ContinueChat shareId={shareId} reader={reader} />
          <ReportChat shareId={shareId} reader={reader} />
        </footer>
      </div>
    </Page>
  );
}

/**
 * Looks the same for a chat that does not exist and a chat that this reader may not read, so that it does not reveal
 * which chats exist.
 */
function NotShared({ reader }: Pick<SharedChatProps, 'reader'>) {
  useTitle(copy.gone.title);
  return (
    <CentredPage>
      <PageTitle>{copy.gone.title}</PageTitle>
      <p className="soft">
        {copy.gone.text} {reader === 'visitor' && copy.gone.mayNeedAccount}
      </p>
      {reader === 'visitor' ? <VisitorLinks /> : <ButtonLink to="/chat">{copy.gone.chats}</ButtonLink>}
    </CentredPage>
  );
}

function NeedsAccount() {
  useTitle(copy.needsAccount.title);
  return (
    <CentredPage>
      <PageTitle>{copy.needsAccount.title}</PageTitle>
      <p className="soft">{copy.needsAccount.text}</p>
      <VisitorLinks />
    </CentredPage>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function Failed({ error, onRetry }: FailedProps) {
  useTitle(copy.failedTitle);
  const isRefused = error instanceof AppError && error.code === 'too_many_requests';
  return (
    <CentredPage>
      <PageTitle>{copy.failedTitle}</PageTitle>
      <Callout kind="error">{isRefused ? error.message : copy.failed}</Callout>
      <Button onClick={onRetry}>{copy.retry}</Button>
    </CentredPage>
  );
}
