import { useEffect } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { CentredPage, PageTitle } from '../../components/page.tsx';
import { useTitle } from '../../components/use-title.ts';
import { secondFactorRefusal } from './api/call-admin.ts';
import { adminCopy } from './copy.ts';

const texts = adminCopy.secondFactor;

/** Page in place of the console for an operator without two-step sign-in. It leads to the setup. */
export function SecondFactorNotice({ reason }: { readonly reason: string }) {
  useTitle(texts.title);
  // The console asks the server again when the operator comes back.
  useEffect(() => () => secondFactorRefusal.set(undefined), []);
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
