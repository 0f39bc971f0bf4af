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
  // Forgets the refusal when the operator leaves, so that the console asks the server again. StrictMode runs the effect
  // twice. The timer lets the second run cancel the first cleanup, which would show the console and loop without end.
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
