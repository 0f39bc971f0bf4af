import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Redirect } from '../../components/link.tsx';
import { Note } from '../../components/note.tsx';
import { CentredPage, PageTitle } from '../../components/page.tsx';
import { useTitle } from '../../components/use-site-config.ts';
import { commonCopy } from '../../lib/copy.ts';
import { session } from '../../lib/session/state.ts';
import { browserStorage, tabStorage } from '../../lib/storage.ts';
import { useStore } from '../../lib/store.ts';
import { authCopy } from './copy.ts';

/** Says 'Redirecting...' and leaves for the hosted sign-in page (docs/spec.md 2.1). */
export default function LoginPage() {
  const { status } = useStore(session);
  useTitle(commonCopy.login);
  const [failed, setFailed] = useState(false);
  const signedIn = status === 'authenticated';
  useEffect(() => {
    if (!signedIn && !failed) leave().catch(() => setFailed(true));
  }, [signedIn, failed]);
  if (signedIn) return <Redirect to="/chat" />;
  return (
    <CentredPage>
      <PageTitle>{failed ? commonCopy.login : commonCopy.redirecting}</PageTitle>
      {failed && (
        <>
          <Note kind="error">{canSignIn() ? commonCopy.signIn.unreachable : authCopy.needsStorage}</Note>
          <Button onClick={() => setFailed(false)}>{commonCopy.retry}</Button>
        </>
      )}
    </CentredPage>
  );
}

/** A sign-in leaves the page and comes back: what it began must still be there then. */
const canSignIn = (): boolean => browserStorage.isKept() && tabStorage.isKept();

/** The sign-in code is loaded when a user signs in. */
async function startLogin(): Promise<void> {
  if (!canSignIn()) throw new Error('The browser denies the storage');
  const { login } = await import('../../lib/session/session.ts');
  await login();
}

let leaving: Promise<void> | undefined;

/** Once, however often React runs the effect: a second start would overwrite the first one's state. */
function leave(): Promise<void> {
  leaving ??= startLogin().catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}
