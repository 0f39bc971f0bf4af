import { useState } from 'react';
import { useHasSupport } from '../../components/has-support.ts';
import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-title.ts';
import type { Viewer } from '../../lib/session/state.ts';
import { accountCopy } from './copy.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportSection } from './export/export-section.tsx';
import './account.css';

/** Account: who the viewer is, the download of their data, and account deletion. */
export default function AccountPage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(accountCopy.title);
  const hasSupport = useHasSupport();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <main id="content" className="page account">
      <div className="account-column">
        <Link className="account-back" to="/chat">
          {accountCopy.back}
        </Link>
        <h1 className="page-title">{accountCopy.title}</h1>
        <section className="account-section" aria-label={accountCopy.title}>
          <dl className="account-person">
            <dt>{accountCopy.name}</dt>
            <dd dir="auto">{viewer.name}</dd>
            <dt>{accountCopy.email}</dt>
            <dd dir="auto">{viewer.email}</dd>
          </dl>
          <Link className="account-link" to="/usage">
            {accountCopy.usage}
          </Link>
          <Link className="account-link" to="/subscription">
            {accountCopy.plan}
          </Link>
          {hasSupport && (
            <Link className="account-link" to="/support">
              {accountCopy.support}
            </Link>
          )}
        </section>
        <ExportSection />
        <section className="account-section" aria-labelledby="account-delete">
          <h2 id="account-delete">{accountCopy.delete.title}</h2>
          <p className="soft">{accountCopy.delete.about}</p>
          <div className="account-actions">
            <button
              type="button"
              className="button button-danger-plain"
              aria-haspopup="dialog"
              onClick={() => setLeaving(true)}
            >
              {accountCopy.delete.open}
            </button>
          </div>
        </section>
      </div>
      {isLeaving && <DeleteDialog email={viewer.email} onClose={() => setLeaving(false)} />}
    </main>
  );
}
