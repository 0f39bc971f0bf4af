import { useState } from 'react';
import { useHasSupport } from '../../components/has-support.ts';
import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-title.ts';
import { accountTexts } from '../../lib/account-texts.ts';
import type { Viewer } from '../../lib/session/state.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportSection } from './export/export-section.tsx';
import './account.css';

/** Account: who the viewer is, the download of their data, and account deletion. */
export default function AccountPage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(accountTexts.title);
  const hasSupport = useHasSupport();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <main id="content" className="page account">
      <div className="account-column">
        <Link className="account-back" to="/chat">
          {accountTexts.back}
        </Link>
        <h1 className="page-title">{accountTexts.title}</h1>
        <section className="account-section" aria-label={accountTexts.title}>
          <dl className="account-person">
            <dt>{accountTexts.name}</dt>
            <dd dir="auto">{viewer.name}</dd>
            <dt>{accountTexts.email}</dt>
            <dd dir="auto">{viewer.email}</dd>
          </dl>
          <Link className="account-link" to="/usage">
            {accountTexts.usage}
          </Link>
          <Link className="account-link" to="/subscription">
            {accountTexts.plan}
          </Link>
          {hasSupport && (
            <Link className="account-link" to="/support">
              {accountTexts.support}
            </Link>
          )}
        </section>
        <ExportSection />
        <section className="account-section" aria-labelledby="account-delete">
          <h2 id="account-delete">{accountTexts.delete.title}</h2>
          <p className="soft">{accountTexts.delete.about}</p>
          <div className="account-actions">
            <button
              type="button"
              className="button button-danger-plain"
              aria-haspopup="dialog"
              onClick={() => setLeaving(true)}
            >
              {accountTexts.delete.open}
            </button>
          </div>
        </section>
      </div>
      {isLeaving && <DeleteDialog email={viewer.email} onClose={() => setLeaving(false)} />}
    </main>
  );
}
