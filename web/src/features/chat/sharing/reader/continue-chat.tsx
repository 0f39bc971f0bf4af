import { useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { AppError } from '#contract/error-codes';
import { continueShare } from '#contract/sharing';
import { Button } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/callout.tsx';
import { useIsOnPage } from '../../../../components/use-is-still-on-page.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { useOneAtATime } from '../use-mutation-one-at-a-time.ts';
import { readerCopy } from './copy.ts';
import styles from './shared-chat.module.css';
import { isNotFound, type SharedChatProps } from './use-shared-chat.ts';
import { VisitorLinks } from './visitor-links.tsx';

const copy = readerCopy.continue;
/** Milliseconds for the call that makes the copy. API Gateway answers within 30 seconds. */
const TIMEOUT_MS = 30_000;

export function ContinueChat({ shareId, reader }: SharedChatProps) {
  const titleId = useId();
  return (
    <section className={styles.continue} aria-labelledby={titleId}>
      <h2 id={titleId}>{copy.title}</h2>
      {reader === 'member' ? (
        <CopyChat shareId={shareId} />
      ) : (
        <>
          <p>{copy.visitor}</p>
          <VisitorLinks />
        </>
      )}
    </section>
  );
}

function CopyChat({ shareId }: Pick<SharedChatProps, 'shareId'>) {
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  // All attempts send the same id, so that a repeated attempt makes no second copy.
  const requestId = useRef(crypto.randomUUID());
  const { mutation: copying, start } = useOneAtATime(['continue', shareId], {
    mutationFn: () =>
      callApi(continueShare, {
        params: { shareId },
        body: { requestId: requestId.current },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    onSuccess: ({ chatId }) => isOnPage() && navigate(`/chat/${chatId}`),
    onError: (error) => {
      // `chat_not_found` means: an earlier attempt made a copy, but its answer was lost, and then the user deleted the
      // copy. With a new id, the next attempt makes a new copy.
      if (codeOf(error) === 'chat_not_found') requestId.current = crypto.randomUUID();
    },
  });
  const isBusy = copying.isPending || copying.isSuccess;
  return (
    <>
      <p>{copy.about}</p>
      {copying.isError && <Callout kind="error">{explain(copying.error)}</Callout>}
      <Button kind="primary" aria-disabled={isBusy} onClick={() => !isBusy && start()}>
        {isBusy ? copy.running : copy.action}
      </Button>
    </>
  );
}

const codeOf = (error: Error) => (error instanceof AppError ? error.code : undefined);

function explain(error: Error): string {
  if (isNotFound(error)) return copy.gone;
  return codeOf(error) === 'too_many_requests' ? error.message : copy.failed;
}
