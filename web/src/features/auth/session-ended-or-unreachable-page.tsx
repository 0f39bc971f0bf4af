import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/button.tsx';
import { CentredPage, PageTitle } from '../../components/page.tsx';
import { useIsOnline } from '../../components/use-is-online.ts';
import { useTitle } from '../../components/use-title.ts';
import type { SessionState } from '../../lib/session/session-state.ts';
import { authCopy } from './copy.ts';

/** Page in place of the requested one when the session has ended or could not be resumed. */
export default function SessionEndedPage(state: Extract<SessionState, { status: 'ended' }>) {
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const isOver = state.reason !== 'unreachable';
  const { title, text } = isOver
    ? { title: authCopy.refusedTitle, text: explain(state) }
    : unreachable(isOnline);
  useTitle(title);
  useEffect(() => {
    if (isOver) return undefined;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOver]);
  return (
    <CentredPage>
      <PageTitle>{title}</PageTitle>
      <p role="alert" className="soft">
        {text}
      </p>
      <Button kind="primary" onClick={() => (isOver ? void navigate('/login') : window.location.reload())}>
        {isOver ? authCopy.logInAgain : authCopy.retry}
      </Button>
    </CentredPage>
  );
}

function unreachable(isOnline: boolean): { readonly title: string; readonly text: string } {
  return isOnline
    ? { title: authCopy.unreachableTitle, text: authCopy.unreachable }
    : { title: authCopy.offlineTitle, text: authCopy.offline };
}

function explain({ reason, clock }: Extract<SessionState, { status: 'ended' }>): string {
  if (reason === 'signedOut') return authCopy.signedOut;
  return clock === undefined ? authCopy.refused : authCopy.wrongClock(clock);
}
