import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/button.tsx';
import { CentredPage, PageTitle } from '../../components/page.tsx';
import { useTitle } from '../../components/use-title.ts';
import type { SessionState } from '../../lib/session/session-state.ts';
import { authCopy } from './copy.ts';

/** Page in place of the requested one when the session has ended or could not be resumed. */
export default function SessionEndedPage(state: Extract<SessionState, { status: 'ended' }>) {
  const navigate = useNavigate();
  const isOver = state.reason !== 'unreachable';
  const title = isOver ? authCopy.refusedTitle : authCopy.unreachableTitle;
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
        {explain(state)}
      </p>
      <Button kind="primary" onClick={() => (isOver ? void navigate('/login') : window.location.reload())}>
        {isOver ? authCopy.logInAgain : authCopy.retry}
      </Button>
    </CentredPage>
  );
}

function explain({ reason, clock }: Extract<SessionState, { status: 'ended' }>): string {
  if (reason === 'unreachable') return authCopy.unreachable;
  if (reason === 'signedOut') return authCopy.signedOut;
  return clock === undefined ? authCopy.refused : authCopy.wrongClock(clock);
}
