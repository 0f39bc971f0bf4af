import { useEffect, useRef } from 'react';
import type { Approval } from '#contract/admin';
import { useStore } from '../../../lib/store.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { focusList } from '../components/focus-list.ts';
import { StatusBadge } from '../components/status-badge.tsx';
import { adminCopy } from '../copy.ts';
import type { Waitlist } from '../model/waitlist.ts';

const words = adminCopy.waitlist;

/** Outcomes of an approval, person by person. They take the focus when they are complete. */
export function ApprovalResults({ waitlist }: { readonly waitlist: Waitlist }) {
  const { results, doing } = useStore(waitlist.work);
  const panel = useRef<HTMLElement>(null);
  const isComplete = results.length > 0 && doing === undefined;
  useEffect(() => {
    if (isComplete) panel.current?.focus();
  }, [isComplete]);
  if (results.length === 0) return null;
  const approved = results.filter(({ outcome }) => outcome === 'approved').length;
  const links = results.flatMap(({ email, invite }) => (invite ? [`${email} ${invite.link}`] : []));
  const dismiss = () => {
    waitlist.dismiss();
    focusList();
  };
  return (
    <section ref={panel} className="admin-panel" aria-label={words.results} tabIndex={-1}>
      <div className="admin-panel-head">
        <h2>{words.resultOf(approved, results.length - approved)}</h2>
        {links.length > 1 && <CopyButton text={links.join('\n')} label={adminCopy.invites.copyLinks} />}
        <button type="button" className="button button-small" aria-label={words.dismiss} onClick={dismiss}>
          {adminCopy.close}
        </button>
      </div>
      <ul className="result-list">
        {results.map((result) => (
          <Result key={result.email} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Result({ result: { email, outcome, mail, invite } }: { readonly result: Approval }) {
  return (
    <li>
      <p className="result-line">
        <bdi className="result-email">{email}</bdi>
        <StatusBadge mood={outcome === 'approved' ? 'good' : 'plain'}>{words.outcome[outcome]}</StatusBadge>
        {mail !== undefined && (
          <span className={mail === 'failed' ? 'result-bad' : 'soft'}>{words.mail[mail]}</span>
        )}
      </p>
      {invite && mail !== 'sent' && (
        <p className="result-line">
          <code className="result-link">{invite.link}</code>
          <CopyButton
            text={invite.link}
            label={adminCopy.invites.copyLink}
            name={adminCopy.invites.copyLinkOf(email)}
          />
        </p>
      )}
    </li>
  );
}
