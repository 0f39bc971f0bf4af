import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { CentredPage, PageTitle } from '../../components/page.tsx';
import { useTitle } from '../../components/use-title.ts';
import { secondFactorRefusal } from './api/call-admin.ts';
import { adminCopy } from './copy.ts';

const texts = adminCopy.secondFactor;

/** Page that an operator without two-step sign-in sees in place of the console. */
export function SecondFactorPage({ reason }: { readonly reason: string }) {
  useTitle(texts.title);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Forgets the refusal when the operator leaves this page, so that the console asks the server again. The cleanup does
  // so in a timer. In development, StrictMode runs the effect, the cleanup and the effect again. The second run of the
  // effect cancels the timer. Without the timer, the console and this page would replace each other without end.
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => secondFactorRefusal.set(undefined));
    };
  }, []);
  return (
    <CentredPage>
      <PageTitle>{texts.title}</PageTitle>
      <p className="soft">{reason}</p>
      <ButtonLink kind="primary" to="/account">
        {texts.setUp}
      </ButtonLink>
    </CentredPage>
  );
}
