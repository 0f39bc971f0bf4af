import { useEffect, useRef } from 'react';
import type { Approval } from '#contract/admin';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { focusList } from '../components/paged-list-section.tsx';
import { adminCopy } from '../copy.ts';
import type { Waitlist } from './use-waitlist.ts';
import styles from './waitlist.module.css';

const words = adminCopy.waitlist;

/**
 * Panel with the outcome of an approval for each address. Takes the focus at the end of the approval, unless the
 * operator may be typing in the search field, or was in another tab of the console.
 */
export function ApprovalResults({ waitlist }: { readonly waitlist: Waitlist }) {
  const { results, doing } = waitlist.work;
  const panel = useRef<HTMLElement>(null);
  const isComplete = results.length > 0 && doing === undefined;
  const wasComplete = useRef(isComplete);
  useEffect(() => {
    const hasEnded = isComplete && !wasComplete.current;
    wasComplete.current = isComplete;
    if (hasEnded && !document.activeElement?.matches('input[type="search"]')) panel.current?.focus();
  }, [isComplete]);
  if (results.length === 0) return null;
  const approved = results.filter(({ outcome }) => outcome === 'approved').length;
  const links = results.flatMap(({ email, invite }) => (invite ? [`${email} ${invite.link}`] : []));
  const dismiss = () => {
    // Keeps the panel during an approval, because the next batch's results would show the panel again.
    if (!isComplete) return;
    waitlist.dismiss();
    focusList();
  };
  return (
    <section ref={panel} className={styles.panel} aria-label={words.results} tabIndex={-1}>
      <div className={styles['panel-head']}>
        <h2>{words.resultOf(approved, results.length - approved)}</h2>
        {links.length > 1 && <CopyButton text={links.join('\n')} label={adminCopy.invites.copyLinks} />}
        <Button isSmall aria-label={words.dismiss} aria-disabled={!isComplete} onClick={dismiss}>
          {adminCopy.close}
        </Button>
      </div>
      <ul className={styles.results}>
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
      <p className={styles.line}>
        <bdi className={styles.email}>{email}</bdi>
        <Badge tone={outcome === 'approved' ? 'good' : undefined}>{words.outcome[outcome]}</Badge>
        {mail !== undefined && (
          <span className={mail === 'failed' ? styles.bad : 'soft'}>{words.mail[mail]}</span>
        )}
      </p>
      {invite && mail !== 'sent' && (
        <p className={styles.line}>
          <code>{invite.link}</code>
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
