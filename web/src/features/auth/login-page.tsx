import { useEffect, useState } from 'react';
import { matchPath } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { CentredPage, PageTitle } from '../../components/page.tsx';
import { Redirect } from '../../components/redirect.tsx';
import { useTitle } from '../../components/use-title.ts';
import { browserStorage, tabStorage } from '../../lib/browser-storage.ts';
import { commonCopy } from '../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../lib/observable-store.ts';
import { session } from '../../lib/session/session-state.ts';
import { authCopy } from './copy.ts';

/** Login page. Opens the hosted sign-in page (docs/spec.md 2.1), or redirects signed-in users to /chat. */
export default function LoginPage() {
  const { status } = useStore(session);
  useTitle(commonCopy.login);
  const [failed, setFailed] = useState(false);
  const signedIn = status === 'authenticated';
  useEffect(() => {
    if (!signedIn && !failed) startLoginOnce().catch(() => setFailed(true));
  }, [signedIn, failed]);
  if (signedIn) return <Redirect to="/chat" />;
  return (
    <CentredPage>
      <PageTitle>{failed ? commonCopy.login : authCopy.redirecting}</PageTitle>
      {failed && (
        <>
          <Callout kind="error">
            {canSignIn() ? commonCopy.signIn.unreachable : authCopy.needsStorage}
          </Callout>
          <Button onClick={() => setFailed(false)}>{commonCopy.retry}</Button>
        </>
      )}
    </CentredPage>
  );
}

/** True if the browser allows storage, which keeps a sign-in's state while the hosted sign-in page is open. */
const canSignIn = (): boolean => browserStorage.isKept() && tabStorage.isKept();

async function startLogin(): Promise<void> {
  if (!canSignIn()) throw new Error('The browser denies access to storage');
  const { login } = await import('../../lib/session/session.ts');
  await login(isOnPage);
}

/**
 * True while the login page is open. The user may leave the page and come back while a sign-in is starting. The same
 * sign-in then continues, so this function reads the address, and not the state of the first visit's component.
 */
const isOnPage = (): boolean => matchPath('/login', window.location.pathname) !== null;

let starting: Promise<void> | undefined;

/**
 * Starts one sign-in at a time. React may run the effect twice, and a second start would overwrite the state of the
 * first. After a start has ended, another start is allowed: the user may stop the hosted sign-in page from loading, and
 * open the login page again.
 */
function startLoginOnce(): Promise<void> {
  starting ??= startLogin().finally(() => {
    starting = undefined;
  });
  return starting;
}
